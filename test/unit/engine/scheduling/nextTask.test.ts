import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadSqlJs } from '../../../../src/platform/state/database/loadSqlJs';
import { readMigrations } from '../../../../src/platform/state/database/migrator';
import { openSqlStore } from '../../../../src/platform/state/database/sqlStore';
import {
  PRIORITY_RANGE,
  type TaskDefinition,
  type TaskStatus,
} from '../../../../src/model/task/task';
import { isFinished, releasesDependents } from '../../../../src/model/task/taskStatus';
import { nextTask } from '../../../../src/engine/scheduling/nextTask';
import { MIGRATIONS_DIR, WASM_FILE } from '../../../support/memoryStore';
import { configOf, taskOf } from '../../../support/scriptedRun';
import { QueueState } from './queueState';

/** Ids in the order in which so many visits come, each of which only yields. */
function order(tasks: readonly TaskDefinition[], visits: number, state: QueueState): string[] {
  const config = configOf({ tasks });
  return Array.from({ length: visits }, () => {
    const next = nextTask(config, state, undefined);
    if (next !== undefined) state.visit(next.id, 'pending');
    return next?.id ?? '';
  });
}

describe('nextTask', () => {
  it('tasks of the same priority take turns in the order of devs.yaml', () => {
    const tasks = ['b', 'a', 'c'].map((id) => taskOf({ id }));
    assert.equal(order(tasks, 7, new QueueState(tasks)).join(''), 'bacbacb');
  });

  it('a higher priority comes first among tasks that wait equally long', () => {
    const tasks = [
      taskOf({ id: 'low', priority: -1 }),
      taskOf({ id: 'high', priority: 1 }),
      taskOf({ id: 'middle' }),
    ];
    const state = new QueueState(tasks);
    const config = configOf({ tasks });
    const seen: (string | undefined)[] = [];
    for (let visit = 0; visit < 4; visit += 1) {
      const next = nextTask(config, state, undefined);
      if (next !== undefined) state.visit(next.id, 'done');
      seen.push(next?.id);
    }
    assert.deepEqual(seen, ['high', 'middle', 'low', undefined]);
  });

  it('a priority is worth as many visits: nobody starves, and nobody loses his advantage', () => {
    const tasks = [taskOf({ id: 'a' }), taskOf({ id: 'B', priority: 3 })];
    assert.equal(order(tasks, 12, new QueueState(tasks)).join(''), 'BBBaBBBaBBBa');
  });

  it('among equal sums the one that waits longest comes first', () => {
    const tasks = [taskOf({ id: 'fresh', priority: 2 }), taskOf({ id: 'old' })];
    const state = new QueueState(tasks);
    state.set('old', 'pending', 3);
    state.set('fresh', 'pending', 5);
    assert.equal(nextTask(configOf({ tasks }), state, undefined)?.id, 'old');
  });

  it('takes only pending tasks, only those of the selection, only those that need not wait', () => {
    const tasks = [
      taskOf({ id: 'a' }),
      taskOf({ id: 'b', dependsOn: ['a'] }),
      taskOf({ id: 'c' }),
      taskOf({ id: 'd', parent: 'c' }),
    ];
    const config = configOf({ tasks });
    const state = new QueueState(tasks);
    const next = (...selection: readonly string[]): string | undefined =>
      nextTask(config, state, { selection: new Set(selection) })?.id;
    assert.equal(next('a', 'b'), 'a');
    assert.equal(next('b'), undefined);
    assert.equal(next('c'), undefined);
    assert.equal(next('c', 'd'), 'd');
    assert.equal(next(), undefined);
    state.set('a', 'done_partial');
    assert.equal(next('b'), 'b');
    for (const status of ['in_progress', 'blocked', 'done', 'skipped', 'aborted_stuck'] as const) {
      state.set('d', status);
      assert.notEqual(next('d'), 'd', status);
    }
    assert.equal(nextTask(configOf({ tasks: [] }), new QueueState([]), undefined), undefined);
  });

  it('chooses the same from the same state, in the store and after that was read again', async () => {
    const sqlJs = await loadSqlJs(WASM_FILE);
    const migrations = readMigrations(MIGRATIONS_DIR);
    const drawn = fc.array(
      fc.record({
        priority: fc.integer({ min: -3, max: 3 }),
        queuedAt: fc.nat(5),
        isDone: fc.boolean(),
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(drawn, (list) => {
        const tasks = list.map(({ priority }, index) => taskOf({ id: `t${index}`, priority }));
        const state = new QueueState(tasks);
        let bytes = new Uint8Array();
        const persist = (saved: Uint8Array): void => void (bytes = saved.slice());
        const store = openSqlStore({ sqlJs, migrations, persist });
        store.transaction(() => {
          // The order in which a store knows them says nothing.
          for (const [index, { queuedAt, isDone }] of [...list.entries()].toReversed()) {
            const status: TaskStatus = isDone ? 'done' : 'pending';
            store.upsertTask(`t${index}`, 'title');
            store.updateTask(`t${index}`, { status, queuedAt });
            state.set(`t${index}`, status, queuedAt);
          }
        });
        const expected = nextTask(configOf({ tasks }), state, undefined)?.id;
        assert.equal(nextTask(configOf({ tasks }), store, undefined)?.id, expected);
        store.close();
        const again = openSqlStore({ sqlJs, migrations, bytes });
        const copied = configOf({ tasks: structuredClone(tasks) });
        assert.equal(nextTask(copied, again, undefined)?.id, expected);
        again.close();
      }),
      { numRuns: 10 },
    );
  });
});

describe('nextTask: schedules of 1,000 tasks with random outcomes', () => {
  const COUNT = 1_000;
  /** The most visits that a task that can run waits for its own. */
  const BOUND = PRIORITY_RANGE.max - PRIORITY_RANGE.min + COUNT;

  for (const seed of [1, 22, 333]) {
    it(`terminate, starve no task, visit no finished one and respect what tasks wait for (${seed})`, () => {
      const random = randomNumbers(seed);
      const tasks = drawTasks(COUNT, random);
      const run = new ScheduledRun(tasks, random);
      while (run.visitNext()) assert.ok(run.state.visits < 40 * COUNT, 'it goes on for ever');
      assert.ok(run.state.visits >= COUNT);
      assert.ok(run.longestWait <= BOUND, `${run.longestWait} visits`);
      assert.deepEqual(
        tasks.filter(({ id }) => !isFinished(run.state.statusOf(id))).map(({ id }) => id),
        [],
      );
    });
  }
});

/** Runs a schedule to its end and checks every choice. */
class ScheduledRun {
  readonly state: QueueState;
  longestWait = 0;
  private readonly byId: ReadonlyMap<string, TaskDefinition>;
  private readonly children = new Map<string, string[]>();
  /** Number of the visit since which the task has stood as it does. */
  private readonly since = new Map<string, number>();
  private config;

  constructor(
    private readonly tasks: readonly TaskDefinition[],
    private readonly random: () => number,
  ) {
    this.state = new QueueState(tasks);
    this.config = configOf({ tasks });
    this.byId = new Map(tasks.map((task) => [task.id, task]));
    for (const { id, parent = '' } of tasks)
      this.children.set(parent, [...(this.children.get(parent) ?? []), id]);
  }

  /** One visit; false when none can come. */
  visitNext(): boolean {
    // A restart, now and then: what was made for the configuration is made anew.
    if (this.random() < 0.01) this.config = configOf({ tasks: [...this.tasks] });
    const next = nextTask(this.config, this.state, undefined);
    if (next === undefined) return false;
    this.check(next);
    this.since.set(next.id, this.state.visits + 1);
    this.state.visit(next.id, this.outcome());
    return true;
  }

  private outcome(): TaskStatus {
    const drawn = this.random();
    if (drawn < 0.7) return 'pending';
    return drawn < 0.9 ? 'done' : 'done_partial';
  }

  private check(next: TaskDefinition): void {
    const { state } = this;
    assert.equal(state.statusOf(next.id), 'pending');
    const awaited = [...(this.children.get(next.id) ?? [])];
    for (const task of [next, ...this.ancestors(next)]) awaited.push(...task.dependsOn);
    for (const id of awaited)
      assert.ok(releasesDependents(state.statusOf(id)), `${next.id}: ${id}`);
    const couldRun = Math.max(0, ...[next.id, ...awaited].map((id) => this.since.get(id) ?? 0));
    this.longestWait = Math.max(this.longestWait, state.visits - couldRun);
  }

  private ancestors({ parent }: TaskDefinition): readonly TaskDefinition[] {
    const above = parent === undefined ? undefined : this.byId.get(parent);
    return above === undefined ? [] : [above, ...this.ancestors(above)];
  }
}

/** Tasks of which some depend on earlier ones and some are part of other ones; no subtask is awaited. */
function drawTasks(count: number, random: () => number): readonly TaskDefinition[] {
  const upTo = (end: number): number => Math.floor(random() * end);
  const parents: (string | undefined)[] = [];
  for (let index = 0; index < count; index += 1) {
    const isPart = index > 10 && random() < 0.3;
    parents.push(isPart ? `t${upTo(index)}` : undefined);
  }
  return parents.map((parent, index) => {
    const awaited = `t${upTo(Math.max(1, index))}`;
    const depends = parent === undefined && index > 0 && random() < 0.2;
    return taskOf({
      id: `t${index}`,
      priority: PRIORITY_RANGE.min + upTo(PRIORITY_RANGE.max - PRIORITY_RANGE.min + 1),
      dependsOn: depends ? [awaited] : [],
      ...(parent !== undefined && { parent }),
    });
  });
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
