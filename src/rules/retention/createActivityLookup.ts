import type { Limits } from '../../model/config/limits';
import { isFinished } from '../../model/task/taskStatus';
import type { KeptHistory, KeptTask } from './keptHistory';
import { HOUR_MS, toPastTime } from './toPastTime';

/**
 * `inactive`: finished or removed, and not touched for `inactiveHours` (docs/decisions/loop-detection-algorithm.md,
 * §3); `finished`: the same, but touched since; `unfinished`: everything else.
 */
export type Activity = 'inactive' | 'finished' | 'unfinished';

/**
 * Creates a lookup of each task's activity. Tasks whose turns count on one another form a family with the activity of
 * its most active member, since a rewind of a parent needs the turns of its subtasks. An unknown task counts as
 * removed.
 */
export function createActivityLookup(
  history: KeptHistory,
  limits: Pick<Limits, 'inactiveHours'>,
  now: number,
): (taskId: string) => Activity {
  const familyOf = createFamilyLookup(history);
  const busy = new Set(findBusyTasks(history).map(familyOf));
  const touched = findLastTouched(history, familyOf, now);
  return (taskId) => {
    const family = familyOf(taskId);
    if (busy.has(family)) return 'unfinished';
    const idle = now - (touched.get(family) ?? 0);
    return idle >= limits.inactiveHours * HOUR_MS ? 'inactive' : 'finished';
  };
}

/** Tasks that are unfinished, running or being rewound. */
function findBusyTasks({ tasks, turns, rewinds }: KeptHistory): readonly string[] {
  return [
    ...tasks.filter((task) => !isFinishedOrHidden(task)).map((task) => task.id),
    ...turns.filter((turn) => turn.outcome === 'running').map((turn) => turn.taskId),
    ...rewinds.filter((rewind) => rewind.status === 'applying').map((rewind) => rewind.taskId),
  ];
}

function isFinishedOrHidden({ status, hidden }: KeptTask): boolean {
  return hidden || isFinished(status);
}

function findLastTouched(
  { tasks, turns, rewinds }: KeptHistory,
  familyOf: (taskId: string) => string,
  now: number,
): ReadonlyMap<string, number> {
  const touched = new Map<string, number>();
  const touch = (taskId: string, at: string | undefined): void => {
    if (at === undefined) return;
    const family = familyOf(taskId);
    touched.set(family, Math.max(touched.get(family) ?? -Infinity, toPastTime(at, now)));
  };
  for (const task of tasks) touch(task.id, task.touchedAt);
  for (const turn of turns) {
    touch(turn.taskId, turn.startedAt);
    touch(turn.taskId, turn.endedAt);
  }
  for (const rewind of rewinds) touch(rewind.taskId, rewind.at);
  return touched;
}

/** Creates a lookup of the family of each task, identified by one member. */
function createFamilyLookup({ turns }: KeptHistory): (taskId: string) => string {
  const above = new Map<string, string>();
  const top = (taskId: string): string => {
    let found = taskId;
    for (let next = above.get(found); next !== undefined; next = above.get(found)) found = next;
    // Path compression.
    for (let at = taskId; at !== found;) {
      const next = above.get(at) ?? found;
      above.set(at, found);
      at = next;
    }
    return found;
  };
  for (const turn of turns) {
    const [one, other] = [top(turn.taskId), top(turn.countsOn)];
    if (one !== other) above.set(one, other);
  }
  return top;
}
