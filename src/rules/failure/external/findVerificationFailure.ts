import type { ExternalKind } from '../../../model/failure/failure';
import { parseErrorText } from './patterns/errorText';
import {
  matchRule,
  type ExternalRule,
  type FoundFailure,
  type RuleMatch,
} from './patterns/externalRule';
import { listFailureLines, type OutputLine } from './listFailureLines';
import {
  countClaimedFailures,
  isFailMark,
  isAssertion,
  isOrdinaryFailure,
  isWrapper,
} from './ordinaryFailures';
import { ACCESS_RULES } from './patterns/accessRules';
import { FailureContext } from './failureContext';
import { isLoopback } from '../../../text/isLoopback';
import { isPlaceholder } from './patterns/isOwnHost';
import { matchOutage, OUTAGE_CUE } from './matchOutage';
import { DEPENDENCY_RULES } from './patterns/dependencyRules';
import { MACHINE_RULES } from './patterns/machineRules';
import { NETWORK_RULES } from './patterns/networkRules';
import { isLinkOfChain } from './patterns/timeoutRules';
import { TOOL_RULES } from './patterns/toolRules';

const RULES: readonly ExternalRule[] = [
  ...TOOL_RULES,
  ...ACCESS_RULES,
  ...MACHINE_RULES,
  ...NETWORK_RULES,
  ...DEPENDENCY_RULES,
];

/** Pre-check: a line without any of these matches no rule. */
const CUE =
  /not found|NU1\d\d\d|such host|\.NET|Executable|Host system|tsc|ENO|EAI_|ECONN|ETIMEDOUT|EHOST|ENET|EACCES|EPERM|EROFS|EDQUOT|E4\d\d|E50\d|ERR_|Errno|WinError|SSL|TLS|x509|PKIX|certificate|refused|timed out|timeout|resolve|resolution|reach|reset|denied|permitted|Read-only|read-only|space|disk|not recognized|spawn|exec|command|No such file|Java|JAVA|Python|Chrom|Firefox|Cypress|driver|Docker|docker|install|module|package|artifact|distribution|satisfies|gem|load such|Could not find|autoload|locate|registry|unauthorized|Authentication|credentials|Username|Password|username|verification|GitHub|rate limit|toomanyrequests|\b429\b|\b50[234]\b|\b401\b|unknown host|Unknown host|UnknownHost|lookup|fetch failed|hang up|route to host|Connection|dial tcp|connect/;

/**
 * Maximum number of lines after the last one that reports the failure, not counting those of package runners and Maven.
 */
const MOST_AFTER = 12;
/** Failures after which a script continues: a later line may be the cause. */
const GOES_ON: ReadonlySet<ExternalKind> = new Set(['missing_tool', 'permission']);
const RUNNERS_LAST_WORDS =
  /^(?:npm (?:error|ERR!)|\[ERROR\]|make|error Command|info Visit|operable program|Caused by: |tar: (?:Child returned|Error is not)|gzip: |➤ YN0000: )/;
/** Words by which a later line belongs to a failed connection. */
const RELATED =
  /\bconnect(?:ion|ed)?\b|timed? ?out|unavailable|\bnetwork\b|\bretr(?:y|ies)\b|https?:\/\/|\bgrpc|\brpc\b|^details = /i;
/** Words of a failure, which a line after a vague statement has only if something else failed. */
const FAILS_OTHERWISE =
  /\b(?:fail(?:ed|ures?|ing|s)?|errors?|wrong|mismatch(?:es|ed)?|differs?|invalid|incorrect|missing|broken|problems?|violations?|undefined|not ok|not found)\b/i;

/** Maximum number of different lines that are matched against the rules; a longer failure is not clear. */
const MOST_DIFFERENT = 200;

/**
 * Finds the external failure that made a verification fail; undefined as soon as a line shows the project's own
 * failure: an assertion, another error, one of its modules, or more failed tests than lines that report the external
 * failure. An uncertain failure is the agent's (design §4, rule 2).
 */
export function findVerificationFailure(lines: readonly string[]): FoundFailure | undefined {
  const shown = listFailureLines(lines);
  const verdicts = new LineVerdicts();
  const found: FoundFailure[] = [];
  for (const { at, text } of shown) {
    const verdict = isCutRepetition(text, found) ? undefined : verdicts.of(text);
    if (verdict === 'ordinary') return undefined;
    if (verdict !== undefined) found.push({ ...verdict, at, line: text });
  }
  const proofs = found.filter((one) => one.rule.warning !== true);
  return isCause(proofs, shown)
    ? pickDecisive(found, new FailureContext(lines, shown[0]?.at ?? 0))
    : undefined;
}

/** pytest cuts the lines of its summary. */
const CUT_SUMMARY = /^(?:FAILED|ERROR) \S{1,400} - (.{1,400})\.\.\.$/;

function isCutRepetition(text: string, found: readonly FoundFailure[]): boolean {
  const cut = CUT_SUMMARY.exec(text)?.[1];
  return cut !== undefined && found.some(({ line }) => line.includes(cut));
}

/**
 * Whether the external failures explain the end: every counted failed test has such a line; without a count, few lines
 * follow the last one, since a long continuation did not fail there, and none that states another failure after a vague
 * statement.
 */
function isCause(proofs: readonly FoundFailure[], shown: readonly OutputLine[]): boolean {
  const last = proofs.at(-1);
  if (last === undefined) return false;
  const claimed = countClaimedFailures(shown.map((line) => line.text));
  if (claimed > 0) return claimed <= proofs.length;
  const after = shown.filter(
    ({ at, text }) => at > last.at && !RUNNERS_LAST_WORDS.test(text) && !isWrapper(text),
  );
  if (isVague(last) && after.some(({ text }) => failsOtherwise(text))) return false;
  return after.length <= (GOES_ON.has(last.rule.kind) ? 0 : MOST_AFTER);
}

function failsOtherwise(line: string): boolean {
  return isFailMark(line) || (FAILS_OTHERWISE.test(line) && !RELATED.test(line));
}

/** Verdicts on lines, each of them once. */
class LineVerdicts {
  private readonly known = new Map<string, RuleMatch | 'ordinary' | undefined>();
  private matched = 0;

  of(text: string): RuleMatch | 'ordinary' | undefined {
    if (!this.known.has(text)) this.known.set(text, this.classify(text));
    return this.known.get(text);
  }

  private classify(text: string): RuleMatch | 'ordinary' | undefined {
    if (isAssertion(text)) return 'ordinary';
    if (isLinkOfChain(text)) return undefined;
    const match = this.match(text);
    if (match === undefined) return isOrdinaryFailure(text) ? 'ordinary' : undefined;
    return match.own ? 'ordinary' : match;
  }

  private match(text: string): RuleMatch | undefined {
    const isCued = CUE.test(text);
    if (!isCued && !OUTAGE_CUE.test(text)) return undefined;
    this.matched += 1;
    if (this.matched > MOST_DIFFERENT) return undefined;
    const line = parseErrorText(text, 'verification');
    const match = matchOutage(line) ?? (isCued ? matchRule(line, RULES) : undefined);
    const isMadeUp = match?.rule.kind === 'network' && isPlaceholder(match.subject);
    return match && isMadeUp ? { ...match, own: true } : match;
  }
}

/**
 * Returns the first certain failure, with the subject of a later one of the same kind if that names it; a failure of an
 * address of this machine first, since any change may explain that. A network failure without a host is uncertain,
 * unless an installer warned of it or a line beside it names an address, and so is a vague statement while something of
 * the project may run on this machine. What a mock raises is a test's.
 */
function pickDecisive(
  found: readonly FoundFailure[],
  context: FailureContext,
): FoundFailure | undefined {
  const here = found.find(({ subject }) => subject !== undefined && isLoopback(subject));
  if (here !== undefined) return here;
  const named = new Map<ExternalKind, FoundFailure>();
  for (const one of found)
    if (one.subject !== undefined && !named.has(one.rule.kind)) named.set(one.rule.kind, one);
  const first = found.find((one) => named.has(one.rule.kind) || isCertain(one, context));
  if (first === undefined || (SERVICES.has(first.rule.kind) && context.isMocked)) return undefined;
  const name = named.get(first.rule.kind);
  if (name !== undefined) return { ...name, rule: first.rule };
  return SERVICES.has(first.rule.kind) && first.subject === undefined && isUncertain(first)
    ? { ...first, subject: context.addressBeside(first.at) }
    : first;
}

/** Kinds of failures of services, which mocks imitate. */
const SERVICES: ReadonlySet<ExternalKind> = new Set<ExternalKind>([
  'network',
  'outage',
  'rate_limit',
]);

function isCertain(one: FoundFailure, context: FailureContext): boolean {
  if (isVague(one)) return !context.runsHere;
  if (!isUncertain(one)) return true;
  if (one.rule.handling === 'blocked') return false;
  return !context.runsHere && context.addressBeside(one.at) !== undefined;
}

function isUncertain({ rule: { kind, warning, certain } }: FoundFailure): boolean {
  return kind === 'network' && warning !== true && certain !== true;
}

function isVague({ rule, subject }: FoundFailure): boolean {
  return rule.vague === true && subject === undefined;
}
