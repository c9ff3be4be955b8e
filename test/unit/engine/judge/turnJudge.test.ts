import assert from 'node:assert/strict';
import type { JudgeReply } from '../../../../src/ports/judge';
import { JUDGE, judgedRun, saying, WANDERING } from '../../../support/judgedRun';
import { scriptedJudge, type ScriptedJudge } from '../../../support/scriptedJudge';

function failing(why: Extract<JudgeReply, { kind: 'failed' }>['why']): ScriptedJudge {
  const detail = 'the model at localhost:1 did not answer';
  return scriptedJudge(() => ({ kind: 'failed', why, detail, permanent: false, calls: 1 }));
}

describe('TurnJudge', () => {
  for (const why of ['unreachable', 'timeout', 'not allowed', 'not there', 'rate limit'] as const) {
    it(`tells the human once that the judge cannot be had: ${why}`, async () => {
      const run = await judgedRun(WANDERING, failing(why));
      await run.run();
      assert.deepEqual(run.warnings, [
        'the judge could not decide, so only the rules do: the model at localhost:1 did not answer',
      ]);
    });
  }

  it('warns of nothing that a human can do nothing about', async () => {
    for (const judge of [saying({}), saying({ noProgress: false })]) {
      const run = await judgedRun(WANDERING, judge, { judge: { ...JUDGE, maxCalls: 3 } });
      await run.run();
      assert.deepEqual(run.warnings, []);
    }
  });

  it('opens the judge once for a run, and not where none is configured', async () => {
    let opened = 0;
    const judge = saying({});
    const run = await judgedRun(WANDERING, judge);
    run.models = { ...run.models, judge: () => (opened++, judge) };
    await run.run();
    assert.equal(opened, 1);

    run.intervene({ type: 'resume', taskId: 'fix' });
    const { judge: none, ...config } = run.config;
    assert.ok(none);
    run.config = config;
    await run.run();
    assert.equal(opened, 1);
  });
});
