import assert from 'node:assert/strict';
import { scriptedJudge } from '../../../support/scriptedJudge';
import { toldIn } from '../../../support/honestModel';
import { honest, judgedRun, saying, turnsOf, WANDERING, WAYS } from '../../../support/judgedRun';
import {
  configOf,
  FAILED,
  failing,
  PASSED,
  taskOf,
  type Script,
} from '../../../support/scriptedRun';

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
    const asked = run.events.filter(({ event }) => event === 'judge_asked');
    assert.equal(asked.length, 8);
    assert.equal(asked[0]?.data['answer'], 'moving away from goal');
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
    assert.match(second.reason, /so the judge says, scripted judge/);
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

  it('is told what failed, when, and nothing that stands in files', async () => {
    const judge = honest();
    const run = await judgedRun(WANDERING, judge, {
      tasks: [taskOf({ goal: 'Publish all pages.' })],
    });

    await run.run();

    const user = judge.asked[0]?.user ?? '';
    assert.ok(user.includes('Publish all pages.'));
    assert.ok(user.includes('is not published'));
    assert.ok(user.includes('"sinceTheAttemptBefore": "less than a minute"'));
    assert.ok(!user.includes('way 1'));
  });

  it('is told of the attempts at this part of a task alone', async () => {
    const judge = honest();
    const run = await judgedRun(
      (call, { taskId }) =>
        taskId === 'first'
          ? {
              reply: 'STRATEGY: done at once',
              edits: { 'src/first.js': 'first' },
              verify: { end: PASSED, output: '' },
            }
          : WANDERING(call, undefined as never),
      judge,
      {
        tasks: [
          taskOf({ id: 'first', parent: 'fix' }),
          taskOf({ id: 'second', parent: 'fix' }),
          taskOf(),
        ],
      },
    );

    await run.run();

    const told = judge.asked.map((prompt) => toldIn(prompt).attempts.length);
    // Its first attempt is the baseline; the second is asked about, with its control question.
    assert.deepEqual(told.slice(0, 3), [1, 2, 2]);
    assert.ok(judge.asked.every(({ user }) => !user.includes('done at once')));
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

  it('tells a long time between attempts', async () => {
    const judge = honest();
    const cut = new AbortController();
    const run = await judgedRun((call) => {
      const during = (): void => {
        if (call === 2) cut.abort();
      };
      return { ...WANDERING(call, undefined as never), during };
    }, judge);
    await run.run({ signal: cut.signal });

    run.clock.advance(2 * 24 * 3_600_000);
    await run.run();

    assert.ok(judge.asked[0]?.user.includes('"sinceTheAttemptBefore": "2 days"'));
  });
});
