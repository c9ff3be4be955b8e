import type { TaskStatus } from '../../src/model/task/task';
import { definitionHash } from '../../src/engine/attempts/definitionHash';
import { nextTask } from '../../src/engine/scheduling/nextTask';
import type { Store } from '../../src/ports/store';
import { benchConfig, benchTask } from './benchConfig';

/** Attempts that are recorded before anything is measured. */
export const ATTEMPTS = 50_000;
const GROUPS = 200;
/** All of them lie within an hour, so that each may prove a loop. */
const BETWEEN_MS = 50;

/**
 * What visits bring: new work each time; the same at each of 400 tasks that can run; the same at four
 * that take turns, with nothing else to do.
 */
export type Evidence = 'different' | 'alike' | 'cycle';

/** Of ten tasks, the seventh and the last can run; the others have ended, need a human or wait. */
const STATUSES: readonly TaskStatus[] = [
  ...(['done', 'done', 'done_partial', 'skipped', 'blocked'] as const),
  ...(['PAUSED_FOR_INTERVENTION', 'pending', 'pending', 'pending', 'pending'] as const),
];
/** Groups of one priority in which tasks can run while they take turns. */
const IN_CYCLE: readonly number[] = [0, 3];

/** 2,000 tasks with dependencies, subtasks and priorities. */
export const CHOOSING_CONFIG = benchConfig(
  Array.from({ length: GROUPS }, (_, group) => {
    const id = (place: number): string => `add-login-${group}-${place}`;
    const dependsOn: readonly (readonly number[])[] = [
      ...[[], [0], [0, 1], [2], [1], [], [1], [0], [7], [1, 2]],
    ];
    return dependsOn.map((places, place) =>
      benchTask(id(place), {
        goal: `Users can log in, part ${group}.${place}.`,
        dependsOn: places.map(id),
        priority: ((group * 7) % 21) - 10,
        ...(place === 7 || place === 8 ? { parent: id(6) } : {}),
      }),
    );
  }).flat(),
);

const TASKS = CHOOSING_CONFIG.tasks.map(({ id }) => ({
  id,
  definition: definitionHash(CHOOSING_CONFIG, id),
}));
const DEFINITIONS = new Map(TASKS.map(({ id, definition }) => [id, definition]));

/** Records tasks and attempts; the newest are of the tasks that the scheduler chose. */
export function fillWithAttempts(store: Store, evidence: Evidence): void {
  store.transaction(() => {
    for (const [at, { id }] of TASKS.entries()) {
      store.upsertTask(id, 'Add login');
      const group = Math.floor(at / STATUSES.length);
      const rests = evidence === 'cycle' && !IN_CYCLE.includes(group);
      const status = STATUSES[at % STATUSES.length] ?? 'pending';
      store.updateTask(id, { status: rests && status === 'pending' ? 'blocked' : status });
    }
    const random = lehmer();
    const scheduled = 40;
    for (let count = ATTEMPTS; count > scheduled; count -= 1) {
      const { id } = TASKS[random() % TASKS.length] ?? { id: '' };
      addAttempt(store, id, { evidence, at: Date.now() - count * BETWEEN_MS });
    }
    for (let count = scheduled; count > 0; count -= 1) {
      const task = nextTask(CHOOSING_CONFIG, store, undefined);
      recordVisit(store, task?.id ?? '', evidence);
    }
  });
}

/** As a run records a visit, after which the task waits anew. */
export function recordVisit(store: Store, taskId: string, evidence: Evidence): void {
  store.transaction(() => {
    const number = addAttempt(store, taskId, { evidence, at: Date.now() });
    store.updateTask(taskId, { queuedAt: number });
  });
}

function addAttempt(
  store: Store,
  taskId: string,
  { evidence, at }: { readonly evidence: Evidence; readonly at: number },
): number {
  const number = store.newestAttempt() + 1;
  const work = evidence === 'different' ? `src/login/part${number}.ts changed` : 'no test passes';
  return store.addAttempt({
    ...{ taskId, at: new Date(at).toISOString(), status: 'in_progress' },
    ...{ blockers: [], completedWork: [work, 'the form is there'].sort() },
    ...{ sessionId: `session_${number}`, counted: true, changed: true, progress: false },
    ...{ definition: DEFINITIONS.get(taskId) ?? '', agent: 'claude' },
    turns: { first: 1, last: 3 },
  });
}

/** The same numbers in each run: Lehmer's generator, as Park and Miller set it. */
function lehmer(): () => number {
  let state = 20_261_122;
  return () => (state = (state * 48_271) % 2_147_483_647);
}
