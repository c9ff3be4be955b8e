import assert from 'node:assert/strict';
import { honest, judgedRun, turnsOf } from '../../../support/judgedRun';
import { configOf, FAILED } from '../../../support/scriptedRun';

describe('OrchestrationLoop with a judge, where a failure may come from outside', () => {
  it('does not count a failure that the judge knows to come from outside', async () => {
    const judge = honest();
    const run = await judgedRun(
      (call) =>
        call === 2
          ? {
              reply: 'STRATEGY: ask the service',
              edits: { 'src/code.js': 'ask' },
              verify: { end: FAILED, output: 'TimeoutError: rates service unavailable today' },
            }
          : { reply: 'STRATEGY: round down', edits: { 'src/code.js': 'wrong' } },
      judge,
    );

    await run.run();

    const [, second] = turnsOf(run);
    assert.equal(second?.outcome, 'not_agent', JSON.stringify(second));
    assert.match(second.reason, /according to the judge, scripted judge/);
    assert.equal(second.entropyAfter, 1);
    assert.ok(run.waits.length > 0);
    // All that counts is as in the worked example without the outage.
    assert.equal(turnsOf(run).filter(({ outcome }) => outcome === 'no_progress').length, 5);
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

  it('blocks the task when a failure from outside does not pass', async () => {
    const run = await judgedRun(
      (call) => ({
        reply: `STRATEGY: way ${call}`,
        edits: { 'src/code.js': `way ${call}` },
        verify: { end: FAILED, output: 'TimeoutError: rates service unavailable today' },
      }),
      honest(),
      { limits: { ...configOf().limits, maxRetries: 3 } },
    );

    await run.run();

    assert.equal(run.store.getTask('fix')?.status, 'blocked');
    assert.equal(turnsOf(run).length, 4);
    // The same question is asked once.
    assert.deepEqual(
      turnsOf(run).map(({ judged }) => judged?.cost.calls),
      [2, 0, 0, 0],
    );
  });
});
