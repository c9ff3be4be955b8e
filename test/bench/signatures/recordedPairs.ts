import { concerns, editsOf } from './edits';
import {
  isFailure,
  mayBeEqual,
  outcomeOf,
  surelyDiffers,
  surelyEqual,
  type Outcome,
} from './outcome';
import type { SignaturePair } from './pair';
import {
  commandOf,
  outputOf,
  type CommandOutput,
  type RecordedRun,
  type RecordedStep,
} from './recordedRuns';

/** Where the recorded agents worked. */
const WORKSPACE = '/testbed';

interface Run {
  readonly step: number;
  readonly command: string;
  readonly output: CommandOutput;
}

/**
 * Pairs of one recorded run: the same command twice, one directly after the other as far as that
 * command goes. "Same" when no step between, nor the command itself, may have edited anything, and
 * the oracle (`outcome.ts`) sees no other outcome; "different" when something was edited between and
 * it surely does; "same though edited" when
 * something was edited and the oracle sees a test or an exception named in the very same words.
 * Every other pair is dropped.
 */
export function recordedPairs(run: RecordedRun): readonly SignaturePair[] {
  const edits = editsOf(run.steps);
  const last = new Map<string, Run>();
  const pairs: SignaturePair[] = [];
  run.steps.forEach((step, index) => {
    const current = runOf(step, index);
    if (current === undefined) return;
    const before = last.get(current.command);
    last.set(current.command, current);
    if (before === undefined) return;
    const edited = edits.slice(before.step, index).some((edit) => concerns(edit, current.command));
    const pair = pairOf(run, before, current, edited);
    if (pair !== undefined) pairs.push(pair);
  });
  return pairs;
}

function runOf(step: RecordedStep, index: number): Run | undefined {
  const tests = testsOf(step);
  if (tests !== undefined) return { step: index, command: 'the tests', output: tests };
  const command = commandOf(step);
  const output = outputOf(step);
  if (command === undefined || output === undefined) return undefined;
  return { step: index, command, output };
}

/** Some agents run the tests with every edit: what they printed stands in the answer to it. */
function testsOf({ tool, obs }: RecordedStep): CommandOutput | undefined {
  if (tool !== 'write_fix') return undefined;
  const mark = 'the result of running test cases on the modified code is the following:\n';
  const at = obs.indexOf(mark);
  if (at < 0) return undefined;
  const text = obs.slice(at + mark.length).replace(/\*\*Note:\*\*[^\n]*$/, '');
  return { text, code: text.startsWith('There are 0 ') ? 0 : 1, timedOut: false };
}

function pairOf(
  run: RecordedRun,
  before: Run,
  after: Run,
  edited: boolean,
): SignaturePair | undefined {
  const truth = truthOf(outcomeOf(before.output), outcomeOf(after.output), edited);
  if (truth === undefined) return undefined;
  return {
    name: `${run.id} steps ${before.step} and ${after.step}`,
    source: run.agent,
    truth,
    failing: isFailure(before.output, before.command) && isFailure(after.output, after.command),
    first: { text: before.output.text, end: endOf(before.output) },
    second: { text: after.output.text, end: endOf(after.output) },
    workspace: WORKSPACE,
  };
}

function truthOf(one: Outcome, two: Outcome, edited: boolean): SignaturePair['truth'] | undefined {
  if (!edited) return mayBeEqual(one, two) ? 'same' : undefined;
  if (surelyDiffers(one, two)) return 'different';
  return surelyEqual(one, two) ? 'same though edited' : undefined;
}

function endOf({ code, timedOut }: CommandOutput): string {
  if (timedOut) return 'time limit of 10 min reached';
  return code === undefined ? '' : `exit code ${code}`;
}
