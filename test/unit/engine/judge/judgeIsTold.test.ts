import assert from 'node:assert/strict';
import { toldIn } from '../../../support/honestModel';
import { honest, judgedRun, WANDERING } from '../../../support/judgedRun';
import { PASSED, taskOf } from '../../../support/scriptedRun';

describe('what a judge is told in a run', () => {
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
