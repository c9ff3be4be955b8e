import assert from 'node:assert/strict';
import { detectLoop } from '../../../../src/rules/attempts/detectLoop';
import { LOOP_PRESETS, type Attempt, type LoopPolicy } from '../../../../src/model/task/attempt';
import { attempt, attempts, history, START, verdict } from './attempts';

const POLICY = LOOP_PRESETS.recommended;
const HOUR = 3_600_000;

describe('detectLoop: which attempts count', () => {
  it('passes over attempts that were interrupted or failed for a reason outside', () => {
    const nothing = { counted: false } as const;
    const own = attempts(9, (number) =>
      number % 2 === 0 ? nothing : { status: 'done', completedWork: ['a'] },
    );
    const result = detectLoop(history(own), POLICY);
    assert.ok(result.isLooping && result.loopType === 'completed_task_revisit');
    assert.deepEqual(
      result.evidence.map(({ number }) => number),
      [1, 3, 5, 7, 9],
    );
    assert.equal(verdict(detectLoop(history(attempts(9, nothing)), POLICY)), 'none');
  });

  it('an attempt that did not count but names blockers proves that they are there', () => {
    const own = attempts(3, { counted: false, status: 'blocked', blockers: ['jq is missing'] });
    assert.equal(verdict(detectLoop(history(own), POLICY)), 'blocked_task_spin unblock_authority');
  });

  it('blockers and work are the same whatever their order, case or what varies from run to run', () => {
    const own = attempts(3, (number) => ({
      status: 'blocked',
      blockers:
        number === 2
          ? ['Timeout after 5031 ms in /tmp/run-8812/x.log', 'JQ is missing.']
          : ['jq is missing', `Timeout after ${number}7 ms in /tmp/run-${number}/x.log`],
    }));
    assert.match(verdict(detectLoop(history(own), POLICY)), /^blocked_task_spin/);
  });

  it('other values are other work', () => {
    const own = attempts(6, (number) => ({ completedWork: [`Set the timeout to ${number}00 ms`] }));
    assert.equal(verdict(detectLoop(history(own), POLICY)), 'none');
  });

  it('without a loop it says how many attempts there were', () => {
    assert.deepEqual(detectLoop(history(attempts(2)), POLICY), {
      isLooping: false,
      taskId: 'T1',
      attemptCount: 2,
    });
  });
});

describe('detectLoop: completed task revisit', () => {
  it('needs the same work or an unchanged workspace', () => {
    const done = (given: (number: number) => Partial<Attempt>): string =>
      verdict(
        detectLoop(
          history(attempts(3, (number) => ({ status: 'done', ...given(number) }))),
          POLICY,
        ),
      );
    assert.equal(
      done((number) => ({ completedWork: [`part ${number}`] })),
      'none',
    );
    assert.equal(
      done((number) => ({ completedWork: [`part ${number}`], changed: true })),
      'none',
    );
    assert.match(
      done((number) => ({ completedWork: [`part ${number}`], changed: false })),
      /force_next/,
    );
    assert.match(
      done(() => ({ completedWork: ['part'], changed: true })),
      /force_next/,
    );
  });

  it('holds for a task that is done in part, but not for a mixture', () => {
    const partly = attempts(3, { status: 'done_partial', completedWork: ['a'] });
    const found = detectLoop(history(partly), POLICY);
    assert.match(verdict(found), /^completed_task_revisit/);
    assert.match(found.isLooping ? found.message : '', / although it is done in part, /);
    const mixed = attempts(4, (number) => ({ status: number % 2 ? 'done' : 'done_partial' }));
    assert.equal(verdict(detectLoop(history(mixed), POLICY)), 'none');
  });
});

describe('detectLoop: blocked task spin', () => {
  const spin = (own: readonly Attempt[], given = {}, policy: LoopPolicy = POLICY): string =>
    verdict(detectLoop(history(own, given), policy));

  it('new work in between is none', () => {
    const own = attempts(3, (number) => ({
      status: 'blocked',
      blockers: ['jq is missing'],
      completedWork: number === 3 ? ['wrote the parser'] : [],
    }));
    assert.equal(spin(own), 'none');
  });

  it('work that is only told again, or less of it, adds nothing', () => {
    const own = attempts(3, (number) => ({
      status: 'blocked',
      blockers: ['jq is missing'],
      completedWork: number === 1 ? ['read a', 'read b'] : ['read a'],
    }));
    assert.equal(spin(own), 'blocked_task_spin unblock_authority');
  });

  it('progress in between is none', () => {
    const own = attempts(3, (number) => ({
      status: 'blocked',
      blockers: ['jq is missing'],
      progress: number === 2,
    }));
    assert.equal(spin(own), 'none');
  });

  it('blocked without blockers is none', () => {
    assert.equal(spin(attempts(9, { status: 'blocked' })), 'none');
  });

  it('blockers that only a human can resolve go to the human at once', () => {
    for (const human of [
      'STRIPE_API_KEY is not set',
      'GitHub API rate limit exceeded',
      'permission denied by the sandbox',
      'cancelled by the user',
    ]) {
      const own = attempts(3, { status: 'blocked', blockers: ['jq is missing', human] });
      assert.equal(spin(own), 'blocked_task_spin escalate', human);
    }
  });

  it('after authority, an attempt that works on it is none, the next idle one is', () => {
    const blockers = ['jq is missing'];
    const authority = { blockers, attempt: 3 };
    const before = attempts(3, { status: 'blocked', blockers });
    const working = attempt(4, { status: 'blocked', blockers, completedWork: ['wrote a stub'] });
    const idle = attempt(5, { status: 'blocked', blockers, completedWork: ['wrote a stub'] });
    assert.equal(spin([...before, working], { authority }), 'none');
    assert.equal(spin([...before, working, idle], { authority }), 'blocked_task_spin escalate');
  });

  it('after authority, time is no excuse and one attempt is enough, also as the only one left', () => {
    const blockers = ['jq is missing'];
    const authority = { blockers, attempt: 3 };
    const late = { authority, now: new Date(START + 100 * HOUR) };
    const own = attempts(4, { status: 'blocked', blockers });
    assert.equal(spin(own, late), 'blocked_task_spin escalate');
    assert.equal(spin(own.slice(3), late), 'blocked_task_spin escalate');
  });

  it('authority over some of the blockers does not cover the others', () => {
    const own = attempts(4, { status: 'blocked', blockers: ['jq is missing', 'no schema'] });
    const authority = { blockers: ['jq is missing'], attempt: 1 };
    assert.equal(spin(own, { authority }), 'blocked_task_spin unblock_authority');
  });
});

describe('detectLoop: no progress repeat', () => {
  it('is shown from the third attempt on and proved by the fifth', () => {
    const at = (count: number): string => verdict(detectLoop(history(attempts(count)), POLICY));
    assert.deepEqual([2, 3, 4, 5, 6].map(at), [
      'none',
      'no_progress_repeat continue',
      'no_progress_repeat continue',
      'no_progress_repeat force_next',
      'no_progress_repeat force_next',
    ]);
  });

  it('the rule of five counts back to the marker, beyond the window; what is only shown does not', () => {
    const hourly = (count: number): readonly Attempt[] =>
      attempts(count, (number) => ({ at: new Date(START + number * 2 * HOUR).toISOString() }));
    const now = new Date(START + 11 * HOUR);
    assert.equal(
      verdict(detectLoop(history(hourly(5), { now }), POLICY)),
      'no_progress_repeat force_next',
    );
    assert.equal(verdict(detectLoop(history(hourly(4), { now }), POLICY)), 'none');
    // What stands before the marker is not among the attempts.
    assert.equal(verdict(detectLoop(history(hourly(5).slice(1), { now }), POLICY)), 'none');
  });

  it('progress begins the count anew', () => {
    const own = attempts(7, (number) => ({ progress: number === 3 }));
    assert.equal(verdict(detectLoop(history(own), POLICY)), 'no_progress_repeat continue');
    assert.equal(verdict(detectLoop(history(own.slice(0, 5)), POLICY)), 'none');
  });
});

describe('detectLoop: the window', () => {
  const done = attempts(3, { status: 'done', completedWork: ['a'] });
  const spanned = (given: Parameters<typeof history>[1]): string =>
    verdict(detectLoop(history(done, given), POLICY));
  const first = Date.parse(done[0]!.at);

  it('is an hour, to the millisecond', () => {
    assert.notEqual(spanned({ now: new Date(first + HOUR) }), 'none');
    assert.equal(spanned({ now: new Date(first + HOUR + 1) }), 'none');
  });

  it('is ten times the median turn where that is longer', () => {
    const now = new Date(first + 5 * HOUR);
    assert.notEqual(spanned({ now, medianTurnMs: HOUR / 2 }), 'none');
    assert.equal(spanned({ now, medianTurnMs: HOUR / 2 - 1 }), 'none');
  });

  it('a short median does not shorten it, a senseless one is as good as none', () => {
    for (const medianTurnMs of [0, -1, NaN, 1])
      assert.notEqual(spanned({ now: new Date(first + HOUR), medianTurnMs }), 'none');
  });

  it('attempts after now lie inside: the clock went back', () => {
    assert.notEqual(spanned({ now: new Date(first - 10 * HOUR) }), 'none');
  });

  it('attempts of an unknown time lie outside', () => {
    const own = done.map((one) => ({ ...one, at: 'yesterday' }));
    assert.equal(verdict(detectLoop(history(own), POLICY)), 'none');
  });

  it('more attempts than needed may lie further back', () => {
    const own = [attempt(1, { ...done[0], at: '2020-01-01T00:00:00.000Z' }), ...done.slice(1)];
    const more = [...own, attempt(4, { status: 'done', completedWork: ['a'] })];
    const result = detectLoop(history(more), POLICY);
    assert.ok(result.isLooping);
    assert.equal(result.attemptCount, 4);
  });
});

describe('detectLoop: policies', () => {
  it('presets: how many attempts each of the three patterns takes', () => {
    const needed = (
      policy: LoopPolicy,
      given: Partial<Attempt>,
      word: RegExp,
    ): number | undefined =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].find((count) =>
        word.test(verdict(detectLoop(history(attempts(count, given)), policy))),
      );
    const table = Object.entries(LOOP_PRESETS).map(([name, policy]) => [
      name,
      needed(policy, { status: 'done' }, /force_next/),
      needed(policy, { status: 'blocked', blockers: ['x'] }, /unblock_authority/),
      needed(policy, { status: 'blocked', blockers: ['x'] }, /escalate/),
      needed(policy, {}, /continue/),
      needed(policy, {}, /force_next/),
    ]);
    assert.deepEqual(table, [
      ['conservative', 5, undefined, 5, 5, 8],
      ['recommended', 3, 3, undefined, 3, 5],
      ['aggressive', 2, 2, undefined, 2, 3],
    ]);
  });

  it('force next takes the attempts that make a loop at all', () => {
    const policy = { ...POLICY, maxAttempts: 6, maxAttemptsBeforeForceNext: 4 };
    assert.equal(verdict(detectLoop(history(attempts(5)), policy)), 'none');
    assert.match(verdict(detectLoop(history(attempts(6)), policy)), /force_next/);
  });

  it('one attempt is never a loop, whatever the policy says', () => {
    for (const senseless of [1, 0, -5, NaN]) {
      const policy = { ...POLICY, maxAttempts: senseless, maxAttemptsBeforeForceNext: senseless };
      assert.equal(verdict(detectLoop(history(attempts(1, { status: 'done' })), policy)), 'none');
    }
  });
});
