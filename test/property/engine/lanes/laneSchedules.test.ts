import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DevsConfig } from '../../../../src/model/config/config';
import type { DevsEvent } from '../../../../src/model/events/devsEvent';
import type { TaskDefinition } from '../../../../src/model/task/task';
import { configOf, limitsOf, PASSED, ScriptedRun, taskOf } from '../../../support/scriptedRun';
import { closeMemoryStores } from '../../../support/memoryStore';
import { COUNTS } from '../../../support/scale';

/** A run of tasks, and which of the running turns ends next, by the number of the draw. */
interface Schedule {
  readonly config: DevsConfig;
  readonly ends: readonly number[];
}

const MAX_TASKS = 9;

const schedules: fc.Arbitrary<Schedule> = fc
  .record({
    parallel: fc.integer({ min: 1, max: 4 }),
    tasks: fc.array(
      fc.record({
        priority: fc.integer({ min: -2, max: 2 }),
        dependsOn: fc.option(fc.nat(MAX_TASKS), { nil: undefined, freq: 3 }),
        parent: fc.option(fc.nat(MAX_TASKS), { nil: undefined, freq: 4 }),
      }),
      { minLength: 1, maxLength: MAX_TASKS },
    ),
    ends: fc.array(fc.nat(3), { minLength: 5, maxLength: 20 }),
    turnsPerVisit: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ parallel, tasks, ends, turnsPerVisit }) => {
    const defined = tasks.map((task, index): TaskDefinition => {
      const earlier = (place: number | undefined): string | undefined =>
        place === undefined || index === 0 ? undefined : `t${place % index}`;
      const [on, parent] = [earlier(task.dependsOn), earlier(task.parent)];
      return taskOf({
        id: `t${index}`,
        priority: task.priority,
        dependsOn: on === undefined || parent !== undefined ? [] : [on],
        ...(parent !== undefined && { parent }),
      });
    });
    const limits = limitsOf({ turnsPerVisit, loopThreshold: 100, maxTurns: 0 });
    return { config: configOf({ tasks: defined, limits, parallel }), ends };
  });

/** Plays a schedule: each agent works until it is its turn to end; a task needs two turns. */
class Play {
  private readonly working = new Map<string, () => void>();
  private readonly calls = new Map<string, number>();
  /** Tasks with attempts that have not ended. */
  private readonly atWork = new Set<string>();
  private most = 0;
  private activity = 0;

  private constructor(
    private readonly schedule: Schedule,
    private readonly run: ScriptedRun,
  ) {}

  static async create(schedule: Schedule): Promise<Play> {
    const run = await ScriptedRun.create(() => ({}), schedule.config);
    return new Play(schedule, run);
  }

  async play(): Promise<void> {
    const { run } = this;
    run.script = (call, { taskId }) => ({
      reply: `STRATEGY: ${call}`,
      edits: { [`src/${call}.js`]: String(call) },
      during: () =>
        new Promise((resolve) => {
          assert.ok(!this.working.has(taskId));
          this.calls.set(taskId, (this.calls.get(taskId) ?? 0) + 1);
          this.working.set(taskId, resolve);
          this.most = Math.max(this.most, this.working.size);
        }),
    });
    run.verification = (_, { taskId }) =>
      (this.calls.get(taskId) ?? 0) < 2 ? { output: `failed ${this.activity}` } : { end: PASSED };
    const onEvent = run.events.push.bind(run.events);
    run.events.push = (...events) => {
      for (const event of events) this.check(event);
      return onEvent(...events);
    };
    const over = new AbortController();
    const isOver = (): boolean => over.signal.aborted;
    const ended = run.run().finally(() => over.abort());
    for (let draw = 0; ; draw += 1) {
      await this.settled(isOver);
      if (isOver()) break;
      this.checkThatNoLaneIsIdle();
      const names = [...this.working.keys()];
      const { ends } = this.schedule;
      const name = names[(ends[draw % ends.length] ?? 0) % names.length] ?? '';
      const end = this.working.get(name);
      this.working.delete(name);
      assert.ok(end, 'a run that is not over has a turn');
      end();
    }
    const { kind } = await ended;
    assert.equal(kind, 'allDone');
    const { tasks, parallel = 1 } = this.schedule.config;
    for (const { id } of tasks) assert.equal(run.store.getTask(id)?.status, 'done');
    assert.ok(this.most <= parallel);
  }

  /** Resolves when nothing happens any more until an agent ends. */
  private async settled(isOver: () => boolean): Promise<void> {
    for (let quiet = 0, seen = -1; quiet < 20 && !isOver();) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.activity === seen ? quiet + 1 : 0;
      seen = this.activity;
    }
  }

  private check(event: DevsEvent): void {
    this.activity += 1;
    if (event.event === 'attempt_recorded') this.atWork.delete(event.taskId);
    if (event.event !== 'task_status_changed' || event.data.to !== 'in_progress') return;
    const { taskId } = event;
    // The rule, said in another way than it is built.
    const chosen = this.rank(taskId);
    for (const { id } of this.schedule.config.tasks) {
      const isBetter = id !== taskId && this.canRun(id) && compare(this.rank(id), chosen) < 0;
      assert.ok(!isBetter, `${taskId} began before ${id}`);
    }
    for (const other of this.atWork)
      assert.notEqual(this.rootOf(other), this.rootOf(taskId), `${other} and ${taskId} at once`);
    this.atWork.add(taskId);
    assert.ok(this.atWork.size <= (this.schedule.config.parallel ?? 1), [...this.atWork].join(' '));
  }

  private checkThatNoLaneIsIdle(): void {
    const { tasks, parallel = 1 } = this.schedule.config;
    if (this.working.size === parallel) return;
    const left = tasks.map(({ id }) => id).filter((id) => this.canRun(id));
    assert.deepEqual(left, [], `${[...this.working.keys()].join(' ')} run`);
  }

  private canRun(id: string): boolean {
    const { store } = this.run;
    const task = this.definition(id);
    const isDone = (other: string): boolean => store.getTask(other)?.status === 'done';
    const above: string[] = [];
    for (let at = task.parent; at !== undefined; at = this.definition(at).parent) above.push(at);
    const needed = [id, ...above].flatMap((each) => this.definition(each).dependsOn);
    const parts = this.schedule.config.tasks.filter(({ parent }) => parent === id);
    return (
      store.getTask(id)?.status === 'pending' &&
      needed.every(isDone) &&
      parts.every((part) => isDone(part.id)) &&
      ![...this.atWork].some((other) => this.rootOf(other) === this.rootOf(id))
    );
  }

  /** Priority and waiting together, then the waiting, then the place in the file: less comes first. */
  private rank(id: string): readonly number[] {
    const { store } = this.run;
    const queuedAt = store.listQueue().find((queued) => queued.id === id)?.queuedAt ?? 0;
    const waited = store.newestAttempt() - queuedAt;
    const place = this.schedule.config.tasks.findIndex((task) => task.id === id);
    return [-(this.definition(id).priority + waited), queuedAt, place];
  }

  private definition(id: string): TaskDefinition {
    const found = this.schedule.config.tasks.find((task) => task.id === id);
    assert.ok(found);
    return found;
  }

  private rootOf(id: string): string {
    const { parent } = this.definition(id);
    return parent === undefined ? id : this.rootOf(parent);
  }
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

describe('any schedule of tasks in several lanes', () => {
  it('runs every task by the rule, no two of one family, no more than there are lanes', async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => (await Play.create(schedule)).play()),
      { plugins: [fc.afterEach(closeMemoryStores)], numRuns: COUNTS.laneSchedules },
    );
  });
});
