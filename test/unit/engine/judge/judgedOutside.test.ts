import assert from 'node:assert/strict';
import { honest, judgedRun, turnsOf } from '../../../support/judgedRun';
import { FAILED } from '../../../support/scriptedRun';

describe('OrchestrationLoop with a judge, where a failure may come from outside', () => {
  it('does not count a failure that the judge knows to come from outside', async () => {
    const run = await judgedRun(
      () => ({ reply: 'STRATEGY: round down', edits: { 'src/code.js': 'wrong' } }),
      honest(),
    );
    run.verification = (n) =>
      n === 2
        ? { end: FAILED, output: 'TimeoutError: rates service unavailable today' }
        : undefined;

    await run.run();

    const [, second] = turnsOf(run);
    assert.equal(second?.judged?.kind, 'decided');
    assert.equal(run.waits.length, 1);
    // All that counts is as in the worked example without the outage, and the agent was called no more often.
    assert.deepEqual(run.entropies(), [1, 2, 3, 1, 1]);
    assert.equal(run.requests.length, 5);
    assert.equal(run.verifications, 6);
  });

  it('counts a failure that the task’s own files say word for word', async () => {
    const run = await judgedRun(
      (call) => ({
        reply: `STRATEGY: way ${call}`,
        edits: { 'src/code.js': `throw new Error('rates service unavailable today ${call}')` },
        verify: { end: FAILED, output: 'TimeoutError: rates service unavailable today' },
      }),
      honest(),
    );

    await run.run();

    assert.deepEqual([...new Set(turnsOf(run).map(({ outcome }) => outcome))], ['no_progress']);
  });
});
