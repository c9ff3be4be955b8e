import assert from 'node:assert/strict';
import {
  configOf,
  failing,
  FAILED,
  limitsOf,
  ScriptedRun,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import type { DevsConfig } from '../../../../src/model/config/config';

/** Turns that each leave so many of ten tests failing; the baseline finds the first count. */
async function played(
  [start, ...counts]: readonly number[],
  change: Partial<DevsConfig> = {},
): Promise<ScriptedRun> {
  const verify = (failed: number): ScriptedTurn['verify'] => ({
    ...{ end: FAILED, output: `${failed} tests failing` },
    measurement: failing(failed),
  });
  const run = await ScriptedRun.create(
    (call) => ({ reply: `STRATEGY: way ${call}`, edits: { 'src/code.js': `way ${call}` } }),
    configOf({ limits: limitsOf({ maxPivots: 0, loopThreshold: 4 }), ...change }),
  );
  run.verification = () => verify(counts[run.requests.length - 1] ?? start ?? 0);
  return run;
}

describe('a strategy that makes things worse', () => {
  it('has failed after two turns in a row with more failing tests, the baseline before the first', async () => {
    const run = await played([1, 3, 5, 8, 9], { baseline: true });
    await run.run();
    assert.equal(run.requests.length, 2);
    const loop = run.events.find(({ event }) => event === 'loop_detected');
    assert.ok(loop?.event === 'loop_detected' && 'evidence' in loop.data);
    assert.deepEqual(
      [loop.data.detector, loop.data.level, loop.data.evidence],
      ['regression', 'stuck', [1, 2]],
    );
    const last = run.store.listTurns('fix').at(-1);
    assert.ok(last?.outcome === 'no_progress');
    assert.match(last.reason, /moving away from goal: 1 → 3 → 5 failing$/);
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('needs one turn more where no baseline was measured', async () => {
    const run = await played([1, 3, 5, 8, 9]);
    await run.run();
    assert.equal(run.requests.length, 3);
  });

  it('goes on by entropy alone while only one turn in a row gets worse', async () => {
    const run = await played([2, 3, 2, 3, 3, 9], { baseline: true });
    await run.run();
    assert.deepEqual(run.entropies(), [1, 2, 3, 4]);
  });

  it('begins anew after Resume: what was before it does not count against the next turn', async () => {
    const run = await played([1, 3, 5, 7, 6, 6, 6, 6], { baseline: true });
    await run.run();
    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();
    assert.equal(run.requests.length, 6);
  });
});
