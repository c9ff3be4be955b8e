import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detectLoop } from '../../../../src/detection/attempts/detectLoop';
import {
  LOOP_PRESETS,
  LOOP_TYPES,
  RECOMMENDATIONS,
  type Attempt,
  type LoopPolicy,
  type LoopResult,
} from '../../../../src/domain/attempt';
import { TASK_STATUSES } from '../../../../src/domain/task';
import { attempt, attempts, history, START, visits } from './attempts';

const POLICY = LOOP_PRESETS.recommended;
const HOUR = 3_600_000;

/** What was found in two words; 'none' for no loop. */
function verdict(result: LoopResult): string {
  return result.isLooping ? `${result.loopType} ${result.recommendation}` : 'none';
}

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
    assert.match(verdict(detectLoop(history(partly), POLICY)), /^completed_task_revisit/);
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

describe('detectLoop: cycles over several tasks', () => {
  /** Visits to tasks A, B, C … in the order of the letters; a small digit behind a letter is its work. */
  const sequence = (words: string, given: Partial<Attempt> = {}): readonly Attempt[] =>
    words
      .split(' ')
      .map((word, index) =>
        attempt(index + 1, { taskId: word.charAt(0), completedWork: [word.slice(1)], ...given }),
      );
  const next = (words: string, taskId: string, given = {}): string =>
    verdict(detectLoop(visits(sequence(words), taskId, given), POLICY));

  it('A, B, A, B, A, B: the sixth visit proves it, for the task that is next', () => {
    assert.equal(next('A B A B A B', 'A'), 'cross_task_cycle escalate');
    assert.equal(next('A B A B A', 'B'), 'none');
    assert.notEqual(next('A B A B A B', 'B'), 'cross_task_cycle escalate');
  });

  for (let length = 2; length <= 7; length += 1) {
    const names = Array.from({ length }, (_, index) => String.fromCharCode(65 + index));
    const round = names.map((name) => `${name}1`).join(' ');

    it(`a cycle of ${length} tasks is found after three rounds, and whatever came before`, () => {
      const rounds = `${round} ${round} ${round}`;
      assert.equal(next(rounds, 'A'), 'cross_task_cycle escalate');
      assert.equal(next(`X7 Y8 ${rounds}`, 'A'), 'cross_task_cycle escalate');
      assert.notEqual(next(`${round} ${round}`, 'A'), 'cross_task_cycle escalate');
      assert.notEqual(next(`${rounds} X9`, 'A'), 'cross_task_cycle escalate');
      const found = detectLoop(visits(sequence(rounds), 'A'), POLICY);
      assert.ok(found.isLooping);
      assert.deepEqual(found.tasks, names);
      assert.equal(found.attemptCount, 3 * length);
    });
  }

  it('works that alternate are a cycle too, which the rules for one task miss', () => {
    const words = 'A1 B1 A2 B1 A1 B1 A2 B1 A1 B1 A2 B1';
    assert.equal(next(words, 'A'), 'cross_task_cycle escalate');
    const alone = sequence(words).filter(({ taskId }) => taskId === 'A');
    assert.equal(
      verdict(detectLoop(history(alone, { taskId: 'A', recent: alone }), POLICY)),
      'none',
    );
  });

  it('a task that is visited twice in a round counts like any other', () => {
    assert.equal(next('A1 B1 A2 C1 A1 B1 A2 C1 A1 B1 A2 C1', 'A'), 'cross_task_cycle escalate');
  });

  it('tasks that each bring new work take turns as they should', () => {
    assert.equal(next('A1 B1 A2 B2 A3 B3 A4 B4', 'A'), 'none');
    assert.equal(next('A1 B1 A2 B1 A3 B1 A4 B1', 'A'), 'none');
  });

  it('progress anywhere in it is none', () => {
    const all = sequence('A1 B1 A1 B1 A1 B1').map((one) => ({
      ...one,
      progress: one.number === 3,
    }));
    assert.equal(verdict(detectLoop(visits(all, 'A'), POLICY)), 'none');
  });

  it('one task alone is no cycle of several', () => {
    assert.equal(next('A1 A2 A1 A2 A1 A2', 'A'), 'none');
  });

  it('another status is another visit', () => {
    const all = sequence('A1 B1 A1 B1 A1 B1').map((one) => ({
      ...one,
      status: one.number === 1 ? ('pending' as const) : one.status,
    }));
    assert.notEqual(verdict(detectLoop(visits(all, 'A'), POLICY)), 'cross_task_cycle escalate');
  });

  it('is only shown while a fresh strategy is due', () => {
    assert.equal(next('A B A B A B', 'A', { pivotDue: true }), 'cross_task_cycle continue');
  });

  it('has the same window, ten median turns of each of its tasks where that is longer', () => {
    const now = new Date(START + 3 * HOUR);
    assert.notEqual(next('A B A B A B', 'A', { now }), 'cross_task_cycle escalate');
    const medianTurnMs = HOUR / 6;
    assert.equal(next('A B A B A B', 'A', { now, medianTurnMs }), 'cross_task_cycle escalate');
  });

  it('interrupted visits in between are passed over', () => {
    const all = sequence('A B A X B A B').map((one) => ({ ...one, counted: one.taskId !== 'X' }));
    assert.equal(verdict(detectLoop(visits(all, 'A'), POLICY)), 'cross_task_cycle escalate');
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

describe('detectLoop: properties', () => {
  const TASKS = ['T1', 'T2', 'T3'] as const;
  const policies = fc.constantFrom<LoopPolicy>(...Object.values(LOOP_PRESETS));

  it('long histories with different work in each attempt are never a loop', () => {
    const visit = fc.record({
      taskId: fc.constantFrom(...TASKS),
      status: fc.constantFrom(...TASK_STATUSES),
      blockers: fc.subarray(['jq is missing', 'no schema', 'critic unavailable']),
      counted: fc.boolean(),
      changed: fc.constant(true),
      what: fc.constantFrom('Implemented', 'Fixed', 'Tested', 'Changed src/a.ts, step'),
    });
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 150 }), policies, (list, policy) => {
        const all = list.map(({ what, ...one }, index) =>
          attempt(index + 1, { ...one, completedWork: [`${what} ${index + 1}`] }),
        );
        for (const taskId of TASKS)
          assert.equal(verdict(detectLoop(visits(all, taskId), policy)), 'none');
      }),
    );
  });

  it('the same attempt again and again is always found, for every pattern', () => {
    const given = fc.oneof(
      fc.record({ status: fc.constantFrom<Attempt['status']>('done', 'done_partial') }),
      fc.record({
        status: fc.constant<Attempt['status']>('blocked'),
        blockers: fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ status: fc.constant<Attempt['status']>('in_progress') }),
    );
    const work = fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { maxLength: 4 });
    fc.assert(
      fc.property(given, work, policies, (same, completedWork, policy) => {
        const count = Math.max(policy.maxAttempts, policy.maxAttemptsBeforeForceNext);
        const result = detectLoop(history(attempts(count, { ...same, completedWork })), policy);
        assert.ok(result.isLooping && result.level === 'stuck');
        assert.equal(result.attemptCount, count);
      }),
    );
  });

  it('is total: whatever is in the history, what comes out is well formed and comes out again', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 6 });
    const hostile = fc.record({
      number: fc.oneof(fc.integer(), fc.constant(NaN)),
      taskId: fc.oneof(fc.constantFrom(...TASKS, ''), fc.string()),
      at: fc.oneof(fc.constantFrom('', 'never', '+275760-09-13T00:00:00.001Z'), fc.string()),
      status: fc.constantFrom(...TASK_STATUSES),
      blockers: texts,
      completedWork: texts,
      counted: fc.boolean(),
      progress: fc.boolean(),
    });
    const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(NaN, Infinity, -Infinity));
    fc.assert(
      fc.property(
        fc.array(hostile, { maxLength: 30 }),
        fc.record({ own: number, window: number, force: number, median: number, now: number }),
        fc.boolean(),
        (list, given, enableAutoUnblock) => {
          const own = list.map((one) => attempt(1, one));
          const policy = {
            maxAttempts: given.own,
            attemptWindow: given.window,
            maxAttemptsBeforeForceNext: given.force,
            enableAutoUnblock,
          };
          const told = history(own, { medianTurnMs: given.median, now: new Date(given.now) });
          const result = detectLoop(told, policy);
          assert.deepEqual(detectLoop(told, policy), result);
          if (!result.isLooping) return;
          assert.ok(LOOP_TYPES.includes(result.loopType));
          assert.ok(RECOMMENDATIONS.includes(result.recommendation));
          assert.equal(result.level === 'suspect', result.recommendation === 'continue');
          assert.equal(result.evidence.length, result.attemptCount);
          assert.ok(result.attemptCount >= 2);
        },
      ),
    );
  });

  it('a hundred thousand attempts are judged at once', () => {
    const huge = attempts(100_000, (number) => ({ taskId: number % 2 ? 'T1' : 'T2' }));
    const told = history(huge, { now: new Date(0) });
    assert.equal(detectLoop(told, { ...POLICY, maxAttempts: 90_000 }).isLooping, true);
    const lists = attempts(3, {
      status: 'blocked',
      blockers: Array.from({ length: 20_000 }, (_, index) => `b${index}`),
    });
    assert.equal(detectLoop(history(lists), POLICY).isLooping, true);
  }).timeout(5_000);
});
