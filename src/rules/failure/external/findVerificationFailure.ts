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

/** Lines that no rule can fit have none of these. */
const CUE =
  /not found|NU1\d\d\d|such host|\.NET|Executable|Host system|tsc|ENO|EAI_|ECONN|ETIMEDOUT|EHOST|ENET|EACCES|EPERM|EROFS|EDQUOT|E4\d\d|E50\d|ERR_|Errno|WinError|SSL|TLS|x509|PKIX|certificate|refused|timed out|timeout|resolve|resolution|reach|reset|denied|permitted|Read-only|read-only|space|disk|not recognized|spawn|exec|command|No such file|Java|JAVA|Python|Chrom|Firefox|Cypress|driver|Docker|docker|install|module|package|artifact|distribution|satisfies|gem|load such|Could not find|autoload|locate|registry|unauthorized|Authentication|credentials|Username|Password|username|verification|GitHub|rate limit|toomanyrequests|\b429\b|\b50[234]\b|\b401\b|unknown host|Unknown host|UnknownHost|lookup|fetch failed|hang up|route to host|Connection|dial tcp|connect/;

/** Lines after the last that says so; what package runners and Maven add to each failure is none. */
const MOST_AFTER = 12;
/** Scripts go on after these: what is said later is what made them fail. */
const GOES_ON: ReadonlySet<ExternalKind> = new Set(['missing_tool', 'permission']);
const RUNNERS_LAST_WORDS =
  /^(?:npm (?:error|ERR!)|\[ERROR\]|make|error Command|info Visit|operable program|Caused by: )/;

/** Different lines that rules are tried on; a failure that says more than that is no clear one. */
const MOST_DIFFERENT = 200;

/**
 * The external failure that made a verification fail; undefined as soon as anything in it is the
 * project's own: an assertion, another error, a module of its own, or more failed tests than lines
 * that say so. Where it is undecided, it is the agent's (design §4, rule 2).
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
 * Every failed test that the runner counts has such a line; where none is counted, little is said
 * after the last one, for what goes on for long has not failed there.
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

/** The first says the cause; a later line may say it with its name. A network failure of no host is undecided, unless an installer warned of it. */
function pickDecisive(found: readonly FoundFailure[]): FoundFailure | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const named = found.find((one) => one.rule.kind === first.rule.kind && one.subject !== undefined);
  if (first.rule.kind === 'network' && named === undefined && first.rule.warning !== true)
    return undefined;
  return named === undefined ? first : { ...named, rule: first.rule };
}
