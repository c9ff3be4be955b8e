import assert from 'node:assert/strict';
import type { JudgeReply } from '../../../../src/ports/judge';
import {
  asked,
  evaluatorOf,
  failed,
  limits,
  PROGRESS,
  QUESTION,
  said,
  why,
} from '../../../support/evaluatedQuestion';
import { honestAnswer } from '../../../support/honestModel';
import { scriptedJudge } from '../../../support/scriptedJudge';

describe('ProgressEvaluator, within calls, time and what is known', () => {
  it('is asked about the cause although it was asked the same about progress', async () => {
    const names: string[] = [];
    const known = (hash: string): undefined => void names.push(hash);
    const judge = scriptedJudge(() => said({ ...PROGRESS, noProgress: true }));
    for (const about of ['progress', 'cause'] as const)
      await evaluatorOf(judge).evaluateProgress({ ...QUESTION, about }, limits({ known }));

    assert.equal(new Set(names).size, 2);
  });

  for (const callsLeft of [-1, 0, 1, 2, 3, 4]) {
    it(`never calls more than ${callsLeft} times where no more calls are left`, async () => {
      const nonsenseFirst = (call: number): JudgeReply => said(call % 2 === 1 ? 'half' : PROGRESS);
      for (const reply of [() => said(PROGRESS), () => failed('timeout'), nonsenseFirst]) {
        const judge = scriptedJudge(reply);
        // Looked at afterwards: what is thrown while it is asked counts as the judge's own failure.
        const allowed: number[] = [];
        const counting = {
          ...judge,
          ask: async (...told: Parameters<typeof judge.ask>) => {
            allowed.push(told[1].maxCalls);
            return await judge.ask(...told);
          },
        };

        const judged = await evaluatorOf(counting).evaluateProgress(
          QUESTION,
          limits({ callsLeft }),
        );

        assert.ok(allowed.length <= Math.max(0, callsLeft));
        assert.deepEqual(
          allowed,
          allowed.map((_, before) => callsLeft - before),
        );
        if (callsLeft < 2) assert.equal(why(judged), 'budget');
      }
    });
  }

  it('asks nothing twice', async () => {
    const judge = scriptedJudge((_call, prompt) => said(honestAnswer(prompt)));
    const first = await asked(judge);
    assert.ok(first.kind === 'decided');

    const again = await asked(judge, {
      known: (hash) => (hash === first.asked ? { ...first, since: 4 } : undefined),
    });

    assert.ok(again.kind === 'decided');
    assert.deepEqual(again.verdict, first.verdict);
    assert.equal(again.since, 4);
    assert.deepEqual(again.cost, { calls: 0, durationMs: 0 });
    assert.equal(judge.asked.length, 2);
  });

  it('adds up tokens of all calls and tells what they cost', async () => {
    const tokens = { inputTokens: 1_000, outputTokens: 100 };
    const judge = scriptedJudge((_call, prompt) => said(honestAnswer(prompt), tokens));

    const { cost } = await asked(judge);

    assert.equal(cost.inputTokens, 2_000);
    assert.equal(cost.outputTokens, 200);
    assert.equal(cost.usd, (2_000 * 2 + 200 * 10) / 1_000_000);
    assert.ok(cost.durationMs > 0);
  });

  it('asks nothing when the run has no time left', async () => {
    const judge = scriptedJudge(() => said(PROGRESS));

    assert.equal(why(await asked(judge, { msLeft: () => 0 })), 'timeout');

    assert.equal(judge.asked.length, 0);
  });

  it('gives each call no more time than the run has left', async () => {
    const times: number[] = [];
    const judge = scriptedJudge(() => failed('timeout'));
    const timed = {
      ...judge,
      ask: async (...told: Parameters<typeof judge.ask>) => {
        times.push(told[1].timeoutMs);
        return await judge.ask(...told);
      },
    };

    await evaluatorOf(timed).evaluateProgress(QUESTION, limits({ msLeft: () => 1_500 }));

    assert.deepEqual(times, [1_500, 1_500]);
  });

  it('does not go on beyond the time that the run has left', async () => {
    let left = 1_500;
    const judge = scriptedJudge(() => {
      left = 0;
      return failed('timeout');
    });

    const judged = await asked(judge, { msLeft: () => left });

    assert.equal(why(judged), 'timeout');
    assert.equal(judge.asked.length, 1);
  });
});
