import { hasTests } from '../progress/measureProgress';
import {
  describeRun,
  isWorse,
  REGRESSIONS_IN_A_ROW,
  findWorsening,
  type MeasuredTurn,
} from '../progress/assessRegression';
import { refusalVerb, type RefusedCalls } from '../../model/failure/refusal';
import { nameNumbers } from '../../text/list';
import { adviseOnLoop } from '../steps/advice/adviseOnLoop';
import type { AdvisedLoop } from '../steps/advice/advisedLoop';

/** Facts of a task's history that determine advice. */
export interface AdviceEvidence {
  /** Turns with a measurement, oldest first. */
  readonly measured: readonly MeasuredTurn[];
  /** The turn with the best measurement; it may precede the others. */
  readonly best: MeasuredTurn | undefined;
  /** A verification found tests, possibly only tests that could not run. */
  readonly foundTests: boolean;
  /** Numbers of the turns with the same failure as the last one, which is included. */
  readonly sameFailure: readonly number[];
  /** Counted turns whose agent exited with code 0, if none of them changed a file; else empty. */
  readonly unchanged?: readonly number[];
  /** Refused calls of these turns, most frequent first; absent or empty for none. */
  readonly refused?: readonly RefusedCalls[];
  /** The loop that ended the last counted turn; absent for none. */
  readonly loop?: AdvisedLoop;
  /** Counted turns, oldest first, with the judge's view of the direction; absent or empty for none. */
  readonly judged?: readonly JudgedDirection[];
}

/** Whether the judge sees a turn moving away from its task's goal; `undefined`: it was not asked or did not decide. */
export interface JudgedDirection {
  readonly number: number;
  readonly movesAway: boolean | undefined;
}

/** Number of counted turns that are searched for the judge's last view. */
const LAST_TURNS = 3;

/** Maximum number of refusals that are named. */
const NAMED_REFUSALS = 3;
/** Minimum number of turns without a changed file for this advice. */
const UNCHANGED_TURNS = 2;

/** Derives advice from the evidence, most useful first, one or two sentences each. */
export function advise(evidence: AdviceEvidence): readonly string[] {
  const back = adviseRewind(evidence);
  const { refused = [], loop } = evidence;
  const named = refused.slice(0, NAMED_REFUSALS);
  // A refused call is listed with its remedy.
  const isListed = named.some(({ refusal }) => refusal.action === loop?.refusal?.action);
  const why = [
    loop === undefined || isListed ? '' : adviseOnLoop(loop),
    ...named.map(describeRefusedCall),
    refused.length === 0 ? describeUnchangedTurns(evidence) : '',
  ];
  return [
    back === '' ? adviseRewindByJudge(evidence) : back,
    ...why,
    why.every((text) => text === '') ? adviseHint(evidence) : '',
    adviseTests(evidence),
  ].filter((text) => text !== '');
}

function describeRefusedCall({ refusal, count, remedy }: RefusedCalls): string {
  const times = count === 1 ? 'once' : `${count} times`;
  const what =
    refusalVerb(refusal) === 'failed'
      ? `For the agent, \`${refusal.action}\` failed`
      : `The agent was refused \`${refusal.action}\``;
  return `${what} ${times} (${refusal.words.replace(/\.$/, '')}). ${remedy}`;
}

function describeUnchangedTurns({ unchanged = [] }: AdviceEvidence): string {
  if (unchanged.length < UNCHANGED_TURNS) return '';
  return `The agent left the workspace unchanged in ${unchanged.length} turns. Check that its command in devs.yaml lets it edit files, or tell it in a hint what to change.`;
}

/** Progressive degradation "suggests rollback or different approach" (docs/decisions/loop-detection-algorithm.md, §5). */
function adviseRewind({ measured, best }: AdviceEvidence): string {
  const last = measured.at(-1);
  if (best === undefined || last === undefined) return '';
  const since = [best, ...measured.filter((turn) => turn.number > best.number)];
  const run = findWorsening(since);
  if (run.length <= REGRESSIONS_IN_A_ROW || !isWorse(best.measurement, last.measurement)) return '';
  const numbers = run.map((turn) => turn.number);
  return (
    `The results got worse in ${nameNumbers('turn', numbers.slice(1))} (${describeRun(run)}): moving away from goal. ` +
    `Go back to how turn ${best.number} left the files, the best so far, before you resume.`
  );
}

/**
 * Advises a rewind if the judge sees the task moving away from its goal in the last turns and has
 * not revised that.
 */
function adviseRewindByJudge({ judged = [], best }: AdviceEvidence): string {
  const said = judged.slice(-LAST_TURNS).filter((turn) => turn.movesAway !== undefined);
  const away = said.filter((turn) => turn.movesAway).map((turn) => turn.number);
  const [first] = away;
  if (first === undefined || said.at(-1)?.movesAway !== true) return '';
  const target =
    best !== undefined && best.number < first
      ? `turn ${best.number} left the files, the best so far,`
      : `the files were before turn ${first}`;
  return `The judge sees the task moving away from goal in ${nameNumbers('turn', away)}. Go back to how ${target} before you resume.`;
}

function adviseHint({ sameFailure }: AdviceEvidence): string {
  return sameFailure.length < 2
    ? ''
    : 'The agent repeats the same failure: a hint about its cause helps most.';
}

function adviseTests({ measured, foundTests }: AdviceEvidence): string {
  if (foundTests || measured.some(({ measurement }) => hasTests(measurement))) return '';
  return 'There are no tests: progress cannot be measured. A test that fails until the task is done would show it.';
}
