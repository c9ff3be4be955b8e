import assert from 'node:assert/strict';
import type { DetectedLoop } from '../../../../src/model/task/attempt';
import type { TaskOverview } from '../../../../src/model/overview/overview';
import { buildOverview } from '../../../../src/engine/overview/buildOverview';
import type { Store, StoreReader } from '../../../../src/ports/store';
import { createMemoryStore } from '../../../support/memoryStore';
import { configOf, taskOf } from '../../../support/scriptedRun';
import { eventOf } from '../../../support/sampleEvents';

const AT = '2026-01-01T00:00:00.000Z';

function attempt(store: Store, taskId: string, at = AT): number {
  return store.addAttempt({
    ...{ taskId, at, status: 'in_progress', blockers: [], completedWork: [], sessionId: 's' },
    ...{ counted: true, progress: false, definition: 'd', agent: 'claude' },
  });
}

function loopOf(
  taskId: string,
  numbers: readonly number[],
  level: 'suspect' | 'stuck',
): DetectedLoop {
  return {
    isLooping: true,
    taskId,
    loopType: 'no_progress_repeat',
    level,
    attemptCount: numbers.length,
    recommendation: level === 'suspect' ? 'continue' : 'force_next',
    blockers: ['no stub'],
    tasks: [taskId],
    evidence: numbers.map((number) => ({
      number,
      taskId,
      at: AT,
      status: 'in_progress',
      sessionId: `session_${number}`,
      agent: 'claude',
      blockers: [],
      completedWork: [],
    })),
    message: 'The attempts ended alike.',
  };
}

function overviewOf(store: StoreReader, ids: readonly string[]): readonly TaskOverview[] {
  const config = configOf({ tasks: ids.map((id) => taskOf({ id, priority: id === 'a' ? 7 : 0 })) });
  const sources = { holder: undefined };
  return buildOverview({ config: { kind: 'ok', config }, store, ...sources }).tasks;
}

describe('the overview of many tasks', () => {
  let store: Store;
  beforeEach(async () => {
    store = await createMemoryStore();
    for (const id of ['a', 'b']) store.upsertTask(id, id);
  });
  afterEach(() => store.close());

  it('asks the store as often for 200 tasks as for two', () => {
    const count = (ids: readonly string[]): number => {
      let calls = 0;
      const counting = Object.fromEntries(
        Object.entries(store).map(([name, method]) => [
          name,
          (...args: unknown[]) => {
            calls += 1;
            return (method as (...all: unknown[]) => unknown)(...args);
          },
        ]),
      ) as unknown as StoreReader;
      overviewOf(counting, ids);
      return calls;
    };
    const many = Array.from({ length: 200 }, (_, index) => `t${index}`);
    for (const id of many) store.upsertTask(id, id);
    assert.equal(count(many), count(['a', 'b']));
  });

  it('tells hints, counts and interventions of each task apart', () => {
    for (const text of ['first', 'second']) store.addHint('a', text, AT);
    const data = {
      what: 'skip',
      who: { who: 'terminal', pid: 1, host: 'h' },
      from: 'pending',
      to: 'skipped',
      detail: '',
    };
    store.addEvent(eventOf('intervention', data, { taskId: 'b', at: AT }));
    const [a, b] = overviewOf(store, ['a', 'b']);
    assert.deepEqual([a?.hints, b?.hints], [['first', 'second'], []]);
    assert.deepEqual([a?.priority, b?.priority], [7, 0]);
    assert.equal(a?.history.length, 0);
    assert.deepEqual(a.attempts, 0);
  });

  it('shows a loop while no attempt came after those that prove it', () => {
    const numbers = [attempt(store, 'a'), attempt(store, 'b'), attempt(store, 'a')];
    const [first = 0, , last = 0] = numbers;
    const data = { ...loopOf('a', [first, last], 'suspect') };
    store.addEvent(eventOf('loop_detected', data, { taskId: 'a', at: AT }));
    const [a, b] = overviewOf(store, ['a', 'b']);
    assert.equal(a?.attempts, 2);
    assert.equal(b?.attempts, 1);
    assert.deepEqual([a.loop?.level, a.loop?.evidence], ['suspect', [first, last]]);
    assert.equal(b.loop, undefined);
    attempt(store, 'a', '2026-01-01T00:10:00.000Z');
    assert.equal(overviewOf(store, ['a'])[0]?.loop, undefined);
  });

  it('takes loops from turn to turn, and loops without attempts, for no loop over attempts', () => {
    attempt(store, 'a');
    for (const data of [
      {},
      { isLooping: true },
      { isLooping: true, loopType: 'no_progress_repeat', evidence: [] },
    ]) {
      store.addEvent(eventOf('loop_detected', data, { taskId: 'a', at: AT }));
      assert.equal(overviewOf(store, ['a'])[0]?.loop, undefined);
    }
  });

  it('shows the loop that a directive answers, and the authority, until it is closed', () => {
    const loop = loopOf('a', [1, 2, 3], 'stuck');
    const entry = { id: 'e', taskId: 'a', content: '', timestamp: AT, loop, attempt: 3 };
    store.addContextEntry({ ...entry, topic: 'unblock_authority' });
    const [a] = overviewOf(store, ['a']);
    assert.deepEqual(a?.authority, ['no stub']);
    assert.equal(a.loop?.level, 'stuck');
    store.closeContextEntry('e', { at: AT, why: 'the blocker is gone' });
    const [after] = overviewOf(store, ['a']);
    assert.deepEqual([after?.authority, after?.loop], [undefined, undefined]);
  });

  it('shows the loop that ended a task in part, until the task is begun anew', () => {
    const loop = loopOf('a', [1, 2, 3], 'stuck');
    const entry = { id: 'e', taskId: 'a', content: '', timestamp: AT, loop, attempt: 3 };
    store.addContextEntry({ ...entry, topic: 'loop_recovery' });
    store.closeContextEntry('e', { at: AT, why: 'delivered with turn 1 of b' });
    store.updateTask('a', { status: 'done_partial' });
    const shown = (): readonly number[] | undefined => overviewOf(store, ['a'])[0]?.loop?.evidence;
    assert.deepEqual(shown(), [1, 2, 3]);
    store.updateTask('a', { status: 'pending' });
    assert.equal(shown(), undefined);
  });
});
