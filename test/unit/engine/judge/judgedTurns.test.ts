import assert from 'node:assert/strict';
import { scriptedJudge } from '../../../support/scriptedJudge';
import { honest, judgedRun, saying, turnsOf, WANDERING, WAYS } from '../../../support/judgedRun';
import { configOf, FAILED, failing, type Script } from '../../../support/scriptedRun';
import { named } from '../../../support/sampleEvents';

describe('OrchestrationLoop with a judge', () => {
  it('goes on while the judge sees progress, until its calls are used up', async () => {
    const judge = honest();
    const run = await judgedRun(WANDERING, judge);

    await run.run();

    // The first turn is the baseline; two calls for each of five turns; then three strategies.
    assert.equal(judge.asked.length, 10);
    const turns = turnsOf(run);
    assert.deepEqual(
      turns.slice(0, 7).map(({ outcome }) => outcome),
      ['no_progress', ...Array<string>(5).fill('progress'), 'no_progress'],
    );
    assert.match(turns[1]?.reason ?? '', /^The judge \(scripted judge\) sees progress: something/);
    assert.match(turns[1]?.reason ?? '', / \(the judge decided, as no tests measure progress\)$/);
    assert.equal(turns[1]?.judged?.cost.inputTokens, 200);
    assert.equal(turns[1].entropyAfter, 0);
    const spent = turns[6]?.judged;
    assert.ok(spent?.kind === 'undecided');
    assert.equal(spent.why, 'budget');
    assert.equal(run.store.getTask('fix')?.status, 'PAUSED_FOR_INTERVENTION');
  });

  it('asks again after a human stepped in', async () => {
    const judge = honest();
    const run = await judgedRun(WANDERING, judge);
    await run.run();

    run.intervene({ type: 'resume', taskId: 'fix' });
    await run.run();

    assert.ok(judge.asked.length > 10);
  });

  it('says why the judge sees none, and counts as it would without it', async () => {
    const judge = saying({ isRegressive: true, reasoning: 'moving away from goal: it is worse' });
    const run = await judgedRun(WANDERING, judge);

    await run.run();

    assert.equal(run.requests.length, 9);
    const [, second] = turnsOf(run);
    assert.match(second?.reason ?? '', /sees the task moving away from goal: .*it is worse/);
    const asked = named(run.events, 'judge_asked');
    assert.equal(asked.length, 8);
    assert.equal(asked[0]?.data.answer, 'moving away from goal');
    assert.equal(run.phases.filter(({ phase }) => phase === 'judge').length, 8);
    const loops = run.events.filter(({ event }) => event === 'loop_detected');
    assert.ok(JSON.stringify(loops).includes('it is worse'));
  });

  it('does not ask about what rules have decided', async () => {
    const scripts: readonly Script[] = [
      // The same reply and state for ever.
      () => ({ reply: 'STRATEGY: same', edits: { 'src/code.js': 'same' } }),
      // The same failure after other edits.
      (call) => ({ reply: `try ${call}`, edits: { 'src/code.js': `try ${call}` } }),
      // Something is measured.
      (call) => ({
        reply: `try ${call}`,
        edits: { 'src/code.js': `try ${call}` },
        verify: { end: FAILED, measurement: failing(5) },
      }),
      // A marker speaks.
      (call) => ({
        ...WANDERING(call, undefined as never),
        edits: { [`src/${WAYS[call % WAYS.length] ?? ''}.js`]: `new ${call}` },
      }),
    ];
    for (const script of scripts) {
      const judge = honest();
      const run = await judgedRun(script, judge, {
        limits: { ...configOf().limits, maxTurns: 12 },
      });

      await run.run();

      assert.equal(judge.asked.length, 0, script.toString());
    }
  });

  it('is interrupted with its turn, which counts nothing; its calls stay spent', async () => {
    const cut = new AbortController();
    const judge = scriptedJudge(() => {
      cut.abort();
      return { kind: 'failed', why: 'cancelled', detail: 'cut off', permanent: false, calls: 1 };
    });
    const run = await judgedRun(WANDERING, judge);

    const end = await run.run({ signal: cut.signal });

    assert.deepEqual(end, { kind: 'cancelled' });
    const [first, second] = turnsOf(run);
    assert.equal(first?.entropyAfter, 1);
    assert.equal(second?.outcome, 'interrupted');
    assert.equal(second.entropyAfter, 1);
    assert.equal(second.judged?.cost.calls, 1);
    assert.equal(run.store.getTask('fix')?.entropyCount, 1);
  });
});
