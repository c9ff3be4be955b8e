import type { ErrorType, FailureSignature } from '../failure/failure';
import type { BestTurn, FailureAnalysisReport, RepeatedFailure, ReportedTurn } from './pauseReport';
import type { Measurement } from '../verification/measurement';
import { isCounted } from '../turn/turn';
import { nameNumbers } from '../../text/list';
import { shortName } from '../../text/truncate';

const ERROR_TYPE_WORDS: Readonly<Record<ErrorType, string>> = {
  syntax: 'syntax error',
  type: 'type error',
  assertion: 'assertion failed',
  runtime: 'runtime error',
  timeout: 'time-out',
  dependency: 'dependency error',
  network: 'network failure',
  outage: 'outage of a service',
  authentication: 'authentication failed',
  rate_limit: 'rate limit',
  permission: 'permission denied',
  out_of_memory: 'out of memory',
  disk_full: 'disk full',
  missing_tool: 'missing tool',
  unknown: 'failure',
};

/** Names of anonymous functions in stack traces: "TestContext.<anonymous>", "<module>". */
const NAMELESS = /<[a-z]{1,20}>$/;

/** Name of the issue about a task that was given up; undefined for any other report. */
export function issueName({
  taskId,
  turns,
  terminalStatus,
}: Pick<FailureAnalysisReport, 'taskId' | 'turns' | 'terminalStatus'>): string | undefined {
  const turn = turns.at(-1)?.number;
  return terminalStatus === 'aborted_stuck' && turn !== undefined
    ? `${taskId}-turn-${turn}`
    : undefined;
}

/** Kind and place of a failure: "assertion failed at src/round.js:14 in roundTo". Names come from outside. */
export function describeFailure({ errorType, location }: FailureSignature): string {
  const what = ERROR_TYPE_WORDS[errorType];
  if (location === undefined) return what;
  const line = location.line === undefined ? '' : `:${location.line}`;
  const named = location.function !== undefined && !NAMELESS.test(location.function);
  const within = named ? ` in ${shortName(location.function)}` : '';
  return `${what} at ${shortName(location.file)}${line}${within}`;
}

/** "the same failure in turns 1, 2, 3, 5 and 6", with ", at other lines" if it is not exactly the same. */
export function describeRepetition({ turns, exact }: RepeatedFailure): string {
  const [only] = turns;
  if (only === undefined) return 'in none of the listed turns';
  if (turns.length === 1) return `only in turn ${only}`;
  return `the same failure in ${nameNumbers('turn', turns)}${exact ? '' : ', at other lines'}`;
}

/** "turn 2 was the best: 8 passed, 2 failed". */
export function describeBest({ number, measurement }: BestTurn): string {
  return `turn ${number} was the best: ${describeMeasurement(measurement)}`;
}

/** "8 passed, 2 failed, 1 skipped, 81.2 % of lines covered"; without tests the coverage alone. */
export function describeMeasurement(measurement: Measurement): string {
  const { passed, failed, skipped, coverage } = measurement;
  const tests = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) tests.push(`${skipped} skipped`);
  if (coverage === undefined) return tests.join(', ');
  const covered = `${Math.round(coverage * 10) / 10} % of lines covered`;
  return passed + failed + skipped === 0 ? covered : [...tests, covered].join(', ');
}

/**
 * Compares the failure of each turn with the turns before it: "same failure as turn 1", "a new failure"; '' if the turn
 * has no failure or there is no earlier one. A failure of an uncounted turn is never new.
 */
export function compareFailures(turns: readonly ReportedTurn[]): readonly string[] {
  const first = findFirstIndexes(turns.map((turn) => turn.failure?.hash));
  return turns.map((turn, index) => {
    if (turn.failure === undefined) return '';
    const earlier = turns[first[index] ?? index];
    if (earlier === undefined || earlier === turn) {
      return hasCountedFailure(turn) && turns.slice(0, index).some(hasCountedFailure)
        ? 'a new failure'
        : '';
    }
    const exact = earlier.failure?.exactHash === turn.failure.exactHash;
    return `same failure as turn ${earlier.number}${exact ? '' : ', at other lines'}`;
  });
}

function hasCountedFailure({ failure, outcome }: ReportedTurn): boolean {
  return failure !== undefined && isCounted(outcome);
}

/** For each name the index of its first occurrence; undefined without a name. */
export function findFirstIndexes(
  names: readonly (string | undefined)[],
): readonly (number | undefined)[] {
  const first = new Map<string, number>();
  return names.map((name, index) => {
    if (name === undefined) return undefined;
    const known = first.get(name) ?? index;
    first.set(name, known);
    return known;
  });
}

/** Whether the report has facts about changes between turns; reports of earlier versions have none. */
export function hasChangeFacts(turns: readonly ReportedTurn[]): boolean {
  return turns.some(
    ({ changedFiles, failure, measurement }) =>
      changedFiles.length > 0 || failure !== undefined || measurement !== undefined,
  );
}
