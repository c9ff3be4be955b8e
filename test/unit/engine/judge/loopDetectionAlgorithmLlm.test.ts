import assert from 'node:assert/strict';
import { scriptedJudge } from '../../../support/scriptedJudge';
import { honestAnswer } from '../../../support/honestModel';
import { describeLlmEvaluation } from '../../../support/llmEvaluation';

describe('the loop-detection-algorithm decision: LLM evaluation, with a judge that is a function', () => {
  const judge = scriptedJudge((_call, prompt) => ({
    kind: 'answered',
    text: honestAnswer(prompt),
    calls: 1,
  }));
  describeLlmEvaluation(() => judge);

  it('asks nothing but goal, failures and times', () => {
    const [prompt] = judge.asked;
    assert.ok(prompt?.user.includes('Implement user authentication'));
  });
});
