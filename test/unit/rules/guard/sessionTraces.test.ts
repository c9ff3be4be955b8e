import assert from 'node:assert/strict';
import type { SessionEvent } from '../../../../src/model/guard/sessionRecord';
import { STEP_DETECTORS, type Step, type StepVerdict } from '../../../../src/model/steps/step';
import { PlayedSession } from '../../../support/playSession';
import { tracesIn, watchSteps, type StepTrace } from '../../../support/stepTraces';

/** What hooks can report of a trace: its calls, numbered as a session numbers them. */
function reportedSteps({ steps }: StepTrace): readonly Step[] {
  const numbers = new Map<number, number>();
  return steps
    .filter(({ tool }) => tool !== '')
    .map(({ madeWith, ...step }, at) => {
      numbers.set(step.number, at + 1);
      const first = madeWith === undefined ? undefined : numbers.get(madeWith);
      return {
        ...{ ...step, number: at + 1, thought: '' },
        ...(first !== undefined && { madeWith: first }),
      };
    });
}

/** Plays the steps as hooks report them, until the guard refuses or ends; calls of a batch begin before one ends. */
function play(steps: readonly Step[]): PlayedSession {
  const session = new PlayedSession();
  session.prompt('Solve the task');
  for (const batch of toBatches(steps)) {
    const calls = batch.map(toCall);
    for (const call of calls) session.put({ kind: 'call', ...call });
    for (const [at, { result, error }] of batch.entries())
      session.put({
        ...{ kind: 'result', ...calls[at]!, result },
        ...(error !== undefined && { error }),
      });
    if (session.state.loops.length > 0) return session;
  }
  return session;
}

/** Calls of one agent that were made at once; they may end among those of another agent. */
function toBatches(steps: readonly Step[]): readonly (readonly Step[])[] {
  const batches = new Map<number, Step[]>();
  for (const step of steps) {
    const first = step.madeWith ?? step.number;
    batches.set(first, [...(batches.get(first) ?? []), step]);
  }
  return [...batches.values()];
}

function toCall({
  number,
  tool,
  args,
  thread,
}: Step): Omit<Extract<SessionEvent, { kind: 'call' }>, 'kind'> {
  return { tool, args, call: String(number), ...(thread !== undefined && { thread }) };
}

const traces = tracesIn('.').filter(({ isAttended }) => isAttended);

describe('the guard and the detectors of a turn', function () {
  this.timeout(60_000);
  const compared = (): readonly Compared[] => (comparedTraces ??= traces.map(compare));

  it(`find the same loop at the same step in ${traces.length} traces, and none where there is none`, () => {
    const found = new Set<string>();
    for (const { name, verdicts, session } of compared()) {
      const stuck = verdicts.find(({ level }) => level === 'stuck');
      const [loop] = session.state.loops;
      assert.equal(loop?.step, stuck?.step, name);
      assert.equal(loop?.loop?.detector, stuck?.detector, name);
      if (stuck !== undefined) found.add(stuck.detector);
    }
    // Hooks report no texts of an agent but its last.
    const expected = STEP_DETECTORS.filter((name) => name !== 'repeated text');
    assert.deepEqual(
      expected.filter((name) => !found.has(name)),
      [],
    );
  });

  it('advise the user of a session on the next prompt, as it takes no hints', () => {
    const advice = compared().flatMap(({ session }) =>
      session.state.loops.map((loop) => loop.advice.replaceAll(/`[^`]*`/g, '')),
    );
    assert.ok(advice.some((text) => text.includes('in your next prompt')));
    for (const text of advice) assert.doesNotMatch(text, /\bhints?\b/);
  });

  it('say nothing in traces in which nothing is suspect', () => {
    const silent = compared().filter(({ verdicts }) => verdicts.length === 0);
    assert.ok(silent.length > 100);
    for (const { name, session } of silent) assert.deepEqual(session.answers, [], name);
  });
});

/** What each says of a trace. */
interface Compared {
  readonly name: string;
  readonly verdicts: readonly StepVerdict[];
  readonly session: PlayedSession;
}
let comparedTraces: readonly Compared[] | undefined;

function compare(trace: StepTrace): Compared {
  const steps = reportedSteps(trace);
  return { name: trace.name, verdicts: watchSteps(steps), session: play(steps) };
}
