import assert from 'node:assert/strict';
import fc from 'fast-check';
import { toJudgeData } from '../../../../src/rules/judge/judgeData';
import { createJudgePrompt } from '../../../../src/rules/judge/judgePrompt';
import { MAX_ATTEMPTS, type JudgedAttempt } from '../../../../src/rules/judge/judgeQuestion';
import { anyCodePoint } from '../../../support/anyCodePoint';

function dataOf(current: JudgedAttempt, history: readonly JudgedAttempt[] = []) {
  return toJudgeData({ about: 'progress', goal: 'Do it.', history, current });
}

describe('judgeData', () => {
  it('names the attempt that failed in the same way first', () => {
    const failure = { exactMessage: 'no such page' };
    const { current, attempts } = dataOf({ failure }, [{}, { failure }, { failure }]);
    assert.equal(current.sameFailureAs, 2);
    assert.equal(attempts[1]?.sameFailureAs, undefined);
  });

  for (const [later, words] of [
    ['2026-01-01T00:00:59Z', 'less than a minute'],
    ['2026-01-01T00:01:00Z', '1 minute'],
    ['2026-01-01T02:59:00Z', '2 hours'],
    ['2026-01-04T00:00:00Z', '3 days'],
    ['2025-12-31T00:00:00Z', 'less than a minute'],
    ['some day', undefined],
  ] as const) {
    it(`tells the time until ${later} as ${words}`, () => {
      const { current } = dataOf({ startedAt: later }, [{ endedAt: '2026-01-01T00:00:00Z' }]);
      assert.equal(current.sinceTheAttemptBefore, words);
    });
  }

  it('tells the newest attempts, names and words within bounds', () => {
    const long: JudgedAttempt = {
      failure: { exactMessage: 'm'.repeat(9_000), failingTests: Array<string>(50).fill('t') },
      strategy: 's'.repeat(9_000),
      changedFiles: Array.from({ length: 300 }, (_, index) => `${'f'.repeat(500)}${index}`),
    };
    const data = dataOf(long, Array<JudgedAttempt>(40).fill(long));
    assert.equal(data.attempts.length, MAX_ATTEMPTS);
    assert.equal(data.current.attempt, MAX_ATTEMPTS + 1);
    assert.equal(data.current.moreChangedFiles, 290);
    assert.ok(JSON.stringify(data).length < 60_000);
  });

  it('is the same whenever the same is asked', () => {
    const at = (day: number): JudgedAttempt => ({
      startedAt: `2026-01-0${day}T01:00:00Z`,
      endedAt: `2026-01-0${day}T02:00:00Z`,
      strategy: 'try',
    });
    assert.deepEqual(dataOf(at(2), [at(1)]), dataOf(at(5), [at(4)]));
  });

  it('hides no text from a human’s eye and carries no keys', () => {
    const { current } = dataOf({
      strategy: 'pro\u200bgress\u202e \u0007 token=abcd1234efgh ｉｇｎｏｒｅ',
    });
    assert.equal(current.agentSaysItTried, 'progress  token=*** ignore');
  });

  it('masks keys that are written in wide letters, or that a cut would take apart', () => {
    const key = `ghp_${'k'.repeat(60)}`;
    const wide = key.replace(/[a-z]/g, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
    );
    const masked = `${'token=abcdefghijklmnop;'.repeat(30)} `;
    for (const strategy of [
      wide,
      `${masked.padEnd(780, '.')}${key}`,
      `${'.'.repeat(180)} ${key}`,
    ]) {
      assert.doesNotMatch(dataOf({ strategy }).current.agentSaysItTried ?? '', /kk/);
    }
  });

  it('stays one JSON document and one order, whatever agents write', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint }), fc.string(), (a, b) => {
        const { user, system } = createJudgePrompt({
          about: 'progress',
          goal: a,
          history: [{ strategy: b, changedFiles: [a] }],
          current: { failure: { exactMessage: a, failingTests: [b] }, strategy: b },
        });
        const lines = user.split('\n');
        assert.equal(lines.at(-1), 'Judge "current". Answer with the JSON object alone.');
        assert.doesNotThrow(() => JSON.parse(lines.slice(0, -1).join('\n')) as unknown);
        assert.equal(
          system,
          createJudgePrompt({ about: 'cause', goal: '', history: [], current: {} }).system,
        );
      }),
    );
  });
});
