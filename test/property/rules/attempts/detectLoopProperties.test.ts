import assert from 'node:assert/strict';
import fc from 'fast-check';
import { detectLoop } from '../../../../src/rules/attempts/detectLoop';
import {
  LOOP_PRESETS,
  LOOP_TYPES,
  RECOMMENDATIONS,
  type Attempt,
  type LoopPolicy,
} from '../../../../src/model/task/attempt';
import { TASK_STATUSES } from '../../../../src/model/task/task';
import { attempt, attempts, history, verdict, visits } from '../../../unit/rules/attempts/attempts';
import { anyCodePoint } from '../../../support/anyCodePoint';

const POLICY = LOOP_PRESETS.recommended;

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
    const texts = fc.array(fc.string({ unit: anyCodePoint, maxLength: 30 }), { maxLength: 6 });
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
  });
});
