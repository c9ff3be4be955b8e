import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Attempt } from '../../../../../src/model/task/attempt';
import { TASK_STATUSES } from '../../../../../src/model/task/task';
import type { Store } from '../../../../../src/ports/store';
import { createMemoryStore } from '../../../../support/memoryStore';
import { attemptOf } from './attemptSamples';
import { anyCodePoint } from '../../../../support/anyCodePoint';

describe('attempts in the store', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
    for (const id of ['a', 'b']) store.upsertTask(id, id);
  });
  afterEach(() => store.close());

  const numbers = (selection: Parameters<Store['listAttempts']>[0]): readonly number[] =>
    store.listAttempts(selection).map(({ number }) => number);

  it('come back as they were recorded, numbered over all tasks', () => {
    const { changed, turns, ...bare } = attemptOf('b', { blockers: [], completedWork: [] });
    assert.ok(changed === true && turns !== undefined);
    const recorded = [
      attemptOf('a'),
      { ...bare, counted: false, progress: true, definition: '' },
      attemptOf('a', { changed: false, status: 'PAUSED_FOR_INTERVENTION' }),
    ];
    assert.deepEqual(
      recorded.map((attempt) => store.addAttempt(attempt)),
      [1, 2, 3],
    );
    const expected = recorded.map((attempt, index) => ({ number: index + 1, ...attempt }));
    assert.deepEqual(store.listAttempts({}), expected);
    assert.deepEqual(store.listAttempts({ taskId: 'b' }), [expected[1]]);
  });

  it('are chosen by task, from a number on, and only the newest, always oldest first', () => {
    for (let at = 0; at < 10; at += 1) store.addAttempt(attemptOf(at % 2 === 0 ? 'a' : 'b'));
    assert.deepEqual(numbers({ taskId: 'a' }), [1, 3, 5, 7, 9]);
    assert.deepEqual(numbers({ taskId: 'a', after: 3 }), [5, 7, 9]);
    assert.deepEqual(numbers({ taskId: 'a', after: 3, limit: 2 }), [7, 9]);
    assert.deepEqual(numbers({ limit: 3 }), [8, 9, 10]);
    assert.deepEqual(numbers({ after: 8 }), [9, 10]);
    assert.deepEqual(numbers({ after: 10 }), []);
    assert.deepEqual(numbers({ limit: 0 }), []);
    assert.deepEqual(numbers({ taskId: 'nobody' }), []);
  });

  it('are chosen by the marker of their own task', () => {
    for (const taskId of ['a', 'b', 'removed', 'a', 'b', 'removed', 'a']) {
      store.addAttempt(attemptOf(taskId));
    }
    store.updateTask('a', { attemptsBefore: 4 });
    store.updateTask('b', { attemptsBefore: 2, hidden: true });
    assert.deepEqual(numbers({ counting: true }), [3, 5, 6, 7]);
    assert.deepEqual(numbers({ counting: true, after: 3, limit: 2 }), [6, 7]);
    assert.deepEqual(numbers({ counting: true, limit: 3 }), [5, 6, 7]);
    assert.deepEqual(numbers({ counting: true, taskId: 'a' }), [7]);
    assert.deepEqual(numbers({ counting: true, taskId: 'b', after: 5 }), []);
    assert.deepEqual(numbers({ counting: true, taskId: 'removed' }), [3, 6]);
  });

  it('are counted from the marker on, with the time of the newest, hidden tasks aside', () => {
    const record = (taskId: string, at: string): number =>
      store.addAttempt(attemptOf(taskId, { at }));
    record('a', '2026-01-01T00:00:09.000Z');
    record('b', '2026-01-01T00:00:02.000Z');
    // The clock went back: the newest is the one that was recorded last.
    record('a', '2026-01-01T00:00:01.000Z');
    record('b', '2026-01-01T00:00:04.000Z');
    record('removed', '2026-01-01T00:00:05.000Z');
    assert.deepEqual(store.countAttempts(), [
      { taskId: 'a', count: 2, lastAt: '2026-01-01T00:00:01.000Z' },
      { taskId: 'b', count: 2, lastAt: '2026-01-01T00:00:04.000Z' },
    ]);
    store.updateTask('b', { attemptsBefore: 2 });
    assert.deepEqual(store.countAttempts()[1], {
      ...{ taskId: 'b', count: 1, lastAt: '2026-01-01T00:00:04.000Z' },
    });
    store.updateTask('b', { attemptsBefore: 4 });
    assert.deepEqual(
      store.countAttempts().map(({ taskId }) => taskId),
      ['a'],
    );
    store.updateTask('a', { hidden: true });
    assert.deepEqual(store.countAttempts(), []);
    assert.equal(numbers({ taskId: 'a' }).length, 2);
  });

  it('are told briefly with their times, oldest first', () => {
    store.addAttempt(attemptOf('a', { at: '2026-01-02T00:00:00.000Z' }));
    store.addAttempt(attemptOf('removed', { at: 'never' }));
    assert.deepEqual(store.listAttemptTimes(), [
      { number: 1, taskId: 'a', at: '2026-01-02T00:00:00.000Z' },
      { number: 2, taskId: 'removed', at: 'never' },
    ]);
  });

  it('keep their numbers for ever, also when they are forgotten', () => {
    for (let at = 0; at < 5; at += 1) store.addAttempt(attemptOf('a'));
    store.forgetAttempts([4, 5, 2, 99]);
    assert.deepEqual(numbers({}), [1, 3]);
    assert.equal(store.newestAttempt(), 5);
    assert.equal(store.addAttempt(attemptOf('a')), 6);
    store.forgetAttempts([1, 3, 6]);
    assert.equal(store.newestAttempt(), 6);
    assert.equal(store.addAttempt(attemptOf('b')), 7);
  });

  it('are undone with the transaction, their numbers free again', () => {
    store.addAttempt(attemptOf('a'));
    assert.throws(() =>
      store.transaction(() => {
        assert.equal(store.addAttempt(attemptOf('a')), 2);
        store.forgetAttempts([1]);
        store.updateTask('a', { attemptsBefore: 2 });
        throw new Error('no');
      }),
    );
    assert.deepEqual(numbers({}), [1]);
    assert.equal(store.newestAttempt(), 1);
    assert.equal(store.getTask('a')?.attemptsBefore, 0);
    assert.equal(store.addAttempt(attemptOf('a')), 2);
  });

  it('keep whatever agents say, and agree with a list of all of them', () => {
    const line = fc.string({ unit: anyCodePoint, maxLength: 20 });
    const attempt = fc.record({
      taskId: fc.constantFrom('a', 'b', 'c'),
      at: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z'),
      status: fc.constantFrom(...TASK_STATUSES),
      blockers: fc.array(line, { maxLength: 3 }),
      completedWork: fc.array(line, { maxLength: 3 }),
      ...{ counted: fc.boolean(), progress: fc.boolean(), changed: fc.boolean() },
    });
    const selection = fc.record(
      {
        taskId: fc.constantFrom('a', 'b', 'c', 'd'),
        after: fc.integer({ min: -2, max: 30 }),
        limit: fc.nat(12),
      },
      { requiredKeys: [] },
    );
    const model: Attempt[] = [];
    fc.assert(
      fc.property(attempt, selection, (said, selected) => {
        const recorded = attemptOf(said.taskId, said);
        model.push({ number: store.addAttempt(recorded), ...recorded });
        const { taskId, after = 0, limit = Infinity } = selected;
        const expected = model
          .filter((each) => each.number > after && (taskId ?? each.taskId) === each.taskId)
          .slice(-limit || model.length);
        assert.deepEqual(store.listAttempts(selected).map(asRead), expected.map(asRead));
      }),
      { numRuns: 120 },
    );
  });
});

/** NUL is shown as the sign for it. */
function asRead(attempt: Attempt): Attempt {
  const shown = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => line.replaceAll('\0', '␀'));
  return {
    ...attempt,
    blockers: shown(attempt.blockers),
    completedWork: shown(attempt.completedWork),
  };
}
