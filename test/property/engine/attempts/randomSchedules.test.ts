import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { DevsConfig } from '../../../../src/model/config/config';
import { isFinished } from '../../../../src/model/task/taskStatus';
import type { TaskDefinition } from '../../../../src/model/task/task';
import { LoopDetector } from '../../../../src/engine/attempts/loopDetector';
import { EventJournal } from '../../../../src/engine/state/eventJournal';
import { nextTask } from '../../../../src/engine/scheduling/nextTask';
import type { Store } from '../../../../src/ports/store';
import { createKeptStore } from '../../../support/memoryStore';
import {
  configOf,
  limitsOf,
  PASSED,
  ScriptedRun,
  steppingClock,
  taskOf,
  type ScriptedTurn,
} from '../../../support/scriptedRun';
import { COUNTS } from '../../../support/scale';

const TASKS = COUNTS.scheduledTasks;
const MAX_TURNS = 12;

/** Numbers from 0 to 1 that a seed and a name give, always the same. */
function chance(seed: number, name: string): number {
  let hash = seed | 0;
  for (let at = 0; at < name.length; at += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Tasks with dependencies and parents among those before them, of all priorities. */
function scheduleOf(seed: number): DevsConfig {
  const tasks = Array.from({ length: TASKS }, (_, index): TaskDefinition => {
    const draw = (what: string): number => chance(seed, `${what} ${index}`);
    const earlier = (what: string): string => `t${Math.floor(draw(what) * index)}`;
    const depends = index > 0 && draw('depends?') < 0.3;
    const isPart = index > 0 && draw('part?') < 0.1;
    const parent = isPart ? earlier('parent') : undefined;
    const on = depends ? earlier('depends') : undefined;
    return taskOf({
      id: `t${index}`,
      priority: Math.floor(draw('priority') * 21) - 10,
      dependsOn: on === undefined || on === parent ? [] : [on],
      // A part of what it depends on could never begin.
      ...(parent === undefined || on !== undefined ? {} : { parent }),
    });
  });
  return configOf({
    tasks,
    onPause: 'continue',
    limits: limitsOf({
      loopThreshold: 2,
      maxPivots: 1,
      maxTurns: MAX_TURNS,
      turnsPerVisit: Math.floor(chance(seed, 'visit') * 4),
    }),
  });
}

/** What the agent does in the `nth` turn of a task, decided by the seed alone. */
function outcome(seed: number, taskId: string, nth: number): ScriptedTurn {
  const draw = chance(seed, `${taskId} turn ${nth}`);
  const file = `src/${Number(taskId.slice(1)) % 20}.js`;
  if (draw < 0.5) {
    return { reply: 'DONE: it', edits: { [file]: `${nth}` }, verify: { end: PASSED } };
  }
  if (draw < 0.7) return { reply: `try ${nth}`, edits: { [file]: `try ${nth}` } };
  if (draw < 0.8) return { reply: 'STRATEGY: the same', edits: { [file]: 'same' } };
  if (draw < 0.9) return { reply: 'BLOCKED: the generator is not there' };
  if (draw < 0.93) return { reply: 'BLOCKED: missing credentials' };
  return { reply: '', end: { kind: 'exit', code: 1 }, errorTail: 'panic' };
}

class Schedule {
  readonly turnsOf = new Map<string, number>();
  readonly events: ScriptedRun['events'] = [];
  turns = 0;

  constructor(
    readonly config: DevsConfig,
    readonly seed: number,
  ) {}

  /** One run that is stopped or killed after a random number of turns; true when it came to its end. */
  async run(store: Store): Promise<boolean> {
    const lasts = Math.floor(chance(this.seed, `restart after ${this.turns}`) * TASKS * 2);
    const how = chance(this.seed, `how after ${this.turns}`);
    let left = lasts;
    const run = await ScriptedRun.create(() => ({}), this.config, store);
    // Ids of a process that was started again are new ones.
    Object.assign(run.clock, { newId: () => randomUUID() });
    run.script = () => this.played ?? {};
    const during = (): Promise<void> => {
      left -= 1;
      if (left > 0) return Promise.resolve();
      if (how < 0.5) run.loop?.pause(how < 0.25);
      return how < 0.5 ? Promise.resolve() : Promise.reject(new Error('killed'));
    };
    const begin = run.requests.push.bind(run.requests);
    run.requests.push = (...requests) => {
      const id = requests[0]?.taskId ?? '';
      const nth = (this.turnsOf.get(id) ?? 0) + 1;
      this.turnsOf.set(id, nth);
      this.turns += 1;
      this.played = { ...outcome(this.seed, id, nth), during };
      return begin(...requests);
    };
    try {
      const end = await run.run();
      return end.kind !== 'stopped' && end.kind !== 'cancelled';
    } catch (error) {
      assert.match(String(error), /killed/);
      return false;
    } finally {
      this.events.push(...run.events);
    }
  }

  private played: ScriptedTurn | undefined;
}

/** Statuses as the events tell them; fails where a finished task was visited unannounced. */
function assertVisitsAreSaid({ events }: Schedule): void {
  const finished = new Set<string>();
  for (const { event, taskId = '', data } of events) {
    if (event === 'turn_started') assert.ok(!finished.has(taskId), `${taskId} was finished`);
    if (event !== 'task_status_changed') continue;
    if (['done', 'done_partial', 'skipped'].includes(data.to)) finished.add(taskId);
    else finished.delete(taskId);
  }
}

/** What would come next: the task and what its attempts prove. */
function nextUp(store: Store, config: DevsConfig): unknown {
  const task = nextTask(config, store, undefined);
  if (task === undefined) return undefined;
  const clock = { ...steppingClock(), now: () => new Date('2026-01-02T00:00:00.000Z') };
  const journal = new EventJournal(store, clock, () => undefined);
  const detector = new LoopDetector({ store, clock, journal, config });
  return [task.id, detector.detectLoop(task.id), detector.getStatus()];
}

describe(`random schedules of ${TASKS} tasks`, () => {
  it('end, leave no task behind that can run, say what they visit, and go on after a restart as before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async (seed) => {
        const config = scheduleOf(seed);
        const schedule = new Schedule(config, seed);
        let kept = await createKeptStore();
        for (let runs = 1; !(await schedule.run(kept.store)); runs += 1) {
          assert.ok(runs < TASKS * MAX_TURNS, 'it never ends');
          const reopened = await createKeptStore(kept.bytes());
          assert.deepEqual(nextUp(reopened.store, config), nextUp(kept.store, config));
          kept = reopened;
        }
        assert.ok(schedule.turns <= TASKS * (MAX_TURNS + 1));
        assert.equal(nextTask(config, kept.store, undefined), undefined);
        assertVisitsAreSaid(schedule);
        const visited = new Set(kept.store.listAttempts({}).map(({ taskId }) => taskId));
        for (const { id, status } of kept.store.listQueue()) {
          assert.notEqual(status, 'in_progress');
          if (isFinished(status)) assert.ok(visited.has(id), `${id} is ${status} unvisited`);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  }).timeout(240_000);
});
