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
  isAssertion,
  isOrdinaryFailure,
  isWrapper,
} from './ordinaryFailures';
import { ACCESS_RULES } from './patterns/accessRules';
import { DEPENDENCY_RULES } from './patterns/dependencyRules';
import { MACHINE_RULES } from './patterns/machineRules';
import { NETWORK_RULES } from './patterns/networkRules';
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
  /^(?:npm (?:error|ERR!)|\[ERROR\]|make|error Command|info Visit|operable program|Caused by: )/;

/** Maximum number of different lines that are matched against the rules; a longer failure is not clear. */
const MOST_DIFFERENT = 200;

/**
 * Finds the external failure that made a verification fail; undefined as soon as a line shows the project's own
 * failure: an assertion, another error, one of its modules, or more failed tests than lines that report the external
 * failure. An uncertain failure is the agent's (design §4, rule 2).
 */
export function findVerificationFailure(lines: readonly string[]): FoundFailure | undefined {
  const shown = listFailureLines(lines);
  const judged = new Map<string, RuleMatch | 'ordinary' | undefined>();
  const found: FoundFailure[] = [];
  for (const { at, text } of shown) {
    const verdict = judged.has(text) ? judged.get(text) : classifyLine(text, judged.size);
    judged.set(text, verdict);
    if (verdict === 'ordinary') return undefined;
    if (verdict !== undefined) found.push({ ...verdict, at, line: text });
  }
  const proofs = found.filter((one) => one.rule.warning !== true);
  return isCause(proofs, shown) ? pickDecisive(found) : undefined;
}

/**
 * Whether the external failures explain the end: every counted failed test has such a line; without a count, few lines
 * follow the last one, since a long continuation did not fail there.
 */
function isCause(proofs: readonly FoundFailure[], shown: readonly OutputLine[]): boolean {
  const last = proofs.at(-1);
  if (last === undefined) return false;
  const claimed = countClaimedFailures(shown.map((line) => line.text));
  if (claimed > 0) return claimed <= proofs.length;
  const after = shown.filter(
    ({ at, text }) => at > last.at && !RUNNERS_LAST_WORDS.test(text) && !isWrapper(text),
  );
  return after.length <= (GOES_ON.has(last.rule.kind) ? 0 : MOST_AFTER);
}

function classifyLine(text: string, judgedBefore: number): RuleMatch | 'ordinary' | undefined {
  if (isAssertion(text)) return 'ordinary';
  const match =
    judgedBefore < MOST_DIFFERENT && CUE.test(text)
      ? matchRule(parseErrorText(text, 'verification'), RULES)
      : undefined;
  if (match === undefined) return isOrdinaryFailure(text) ? 'ordinary' : undefined;
  return match.own ? 'ordinary' : match;
}

/**
 * Returns the first failure, with the subject of a later one of the same kind if that names it. A network failure
 * without a host is uncertain, unless an installer warned of it.
 */
function pickDecisive(found: readonly FoundFailure[]): FoundFailure | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const named = found.find((one) => one.rule.kind === first.rule.kind && one.subject !== undefined);
  if (first.rule.kind === 'network' && named === undefined && first.rule.warning !== true)
    return undefined;
  return named === undefined ? first : { ...named, rule: first.rule };
}
