import { describeLandingNow } from '../src/reports/landing/describeLanding';
import type { ShownTask } from '../src/protocol/dashboardView';
import type { TaskFilter } from './savedState';

/** Whether a task matches a filter; ignores case. */
export function matches(task: ShownTask, { text, status }: TaskFilter): boolean {
  if (status === 'loop' ? task.loop === undefined : status !== '' && status !== task.status) {
    return false;
  }
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  const lands = task.landing === undefined ? '' : describeLandingNow(task.landing);
  const said = [task.id, task.title, task.agent, task.statusReason, lands].join('\n').toLowerCase();
  return words.every((word) => said.includes(word));
}

/** Counts the tasks of each status filter; omits statuses without tasks. */
export function countByStatus(tasks: readonly ShownTask[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const task of tasks) {
    add(task.status);
    if (task.loop !== undefined) add('loop');
  }
  return counts;
}
