import assert from 'node:assert/strict';
import { createControlQuestion } from '../../../../src/rules/judge/controlQuestion';
import { toJudgeData } from '../../../../src/rules/judge/judgeData';
import {
  MAX_ATTEMPTS,
  type JudgedAttempt,
  type JudgeQuestion,
} from '../../../../src/rules/judge/judgeQuestion';

/** An attempt of which every text is its own. */
function attempt(name: string): JudgedAttempt {
  return {
    failure: {
      exactMessage: `message of ${name}`,
      location: { file: `place of ${name}` },
      failingTests: [`test of ${name}`],
    },
    changedFiles: [`file of ${name}`, `second file of ${name}`],
    strategy: `strategy of ${name}`,
    ended: `end of ${name}`,
    agent: `agent of ${name}`,
  };
}

function question(attempts: number): JudgeQuestion {
  return {
    about: 'progress and cause',
    goal: 'Do it.',
    history: Array.from({ length: attempts }, (_, index) => attempt(`attempt ${index}`)),
    current: attempt('the judged one'),
  };
}

function words(told: JudgeQuestion): readonly string[] {
  return JSON.stringify(toJudgeData(told)).match(/\b(?:\w+ ){1,2}of [\w ]+/g) ?? [];
}

describe('controlQuestion', () => {
  for (const favour of ['progress', 'external'] as const) {
    for (const attempts of [0, 1, MAX_ATTEMPTS, MAX_ATTEMPTS + 5]) {
      it(`holds every word of a question about ${favour} after ${attempts} attempts`, () => {
        const told = words(question(attempts));
        const again = new Set(words(createControlQuestion(question(attempts), favour)));
        assert.equal(told.length, 8 * (Math.min(attempts, MAX_ATTEMPTS) + 1));
        assert.deepEqual(
          told.filter((text) => !again.has(text)),
          [],
        );
      });
    }
  }

  it('asks about an attempt that repeats the judged one and changes nothing', () => {
    const { current, attempts } = toJudgeData(createControlQuestion(question(1), 'progress'));
    assert.equal(current.workspace, 'unchanged');
    assert.equal(current.changedFiles, undefined);
    assert.equal(current.sameFailureAs, attempts.length);
  });

  it('asks about an assertion in a file that was just changed, for an outside cause', () => {
    const { current } = toJudgeData(createControlQuestion(question(1), 'external'));
    assert.equal(current.kindOfFailure, 'assertion');
    assert.equal(current.sameFailureAs, undefined);
    assert.deepEqual(current.changedFiles, [current.placeOfFailure]);
  });
});
