import assert from 'node:assert/strict';
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
import { scriptedJudge } from '../../../support/scriptedJudge';

describe('ProgressEvaluator with a judge that fails', () => {
  for (const [name, reply] of [
    ['fails', failed('timeout')],
    ['is nonsense', said('half')],
  ] as const) {
    it(`takes no progress where the answer to its control question ${name}`, async () => {
      const judge = scriptedJudge((call) => (call === 1 ? said(PROGRESS) : reply));

      const judged = await asked(judge);

      assert.equal(judged.kind, 'undecided');
      assert.equal(judged.cost.calls, 3);
    });
  }

  for (const [name, text] of [
    ['half a JSON object', '{"isRegressive": false, "noPro'],
    ['wrong types', { ...PROGRESS, noProgress: 'false' }],
    ['a missing key', { isRegressive: false, noProgress: false, reasoning: 'x' }],
    ['nothing', ''],
    ['prose', 'It is making progress.'],
    ['no reason', { ...PROGRESS, reasoning: ' ' }],
    ['a list', [PROGRESS.reasoning]],
  ] as const) {
    it(`asks once more after ${name}, and decides nothing after it again`, async () => {
      const judge = scriptedJudge(() => said(text));

      const judged = await asked(judge);

      assert.equal(why(judged), 'nonsense');
      assert.equal(judge.asked.length, 2);
      assert.equal(judged.cost.calls, 2);
    });
  }

  it('takes the second answer after nonsense', async () => {
    const judge = scriptedJudge((call) =>
      call === 1 ? said('half') : said({ ...PROGRESS, noProgress: true }),
    );

    const judged = await asked(judge);

    assert.equal(judged.kind, 'decided');
    assert.equal(judged.cost.calls, 2);
  });

  it('asks once more when the service fails, not when it cannot help', async () => {
    const busy = scriptedJudge(() => failed('service failure'));
    const denied = scriptedJudge(() => failed('not allowed', true));

    assert.equal(why(await asked(busy)), 'service failure');
    assert.equal(why(await asked(denied)), 'not allowed');

    assert.equal(busy.asked.length, 2);
    assert.equal(denied.asked.length, 1);
  });

  it('leaves a judge alone for the run that cannot be had', async () => {
    for (const [reply, questions] of [
      [failed('not allowed', true), 1],
      [failed('timeout'), 2],
    ] as const) {
      const judge = scriptedJudge(() => reply);
      const evaluator = evaluatorOf(judge);
      for (let n = 0; n < questions; n += 1) await evaluator.evaluateProgress(QUESTION, limits());
      const before = judge.asked.length;

      const judged = await evaluator.evaluateProgress(QUESTION, limits());

      assert.equal(why(judged), 'given up');
      assert.equal(judge.asked.length, before);
      assert.equal(judged.cost.calls, 0);
    }
  });

  it('is asked on after failures that say nothing about it', async () => {
    for (const between of [said(PROGRESS), failed('cancelled')]) {
      const replies = [failed('timeout'), failed('timeout'), between, between, failed('timeout')];
      const judge = scriptedJudge((call) => replies[call - 1] ?? failed('timeout'));
      const evaluator = evaluatorOf(judge);
      const told: string[] = [];
      for (let n = 0; n < 3; n += 1)
        told.push(why(await evaluator.evaluateProgress(QUESTION, limits())));

      assert.ok(!told.includes('given up'), told.join(', '));
    }
  });
});
