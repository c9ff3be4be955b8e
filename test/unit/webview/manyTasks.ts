import type { TaskStatus } from '../../../src/model/task/task';
import type { ShownTask, TaskLine } from '../../../src/protocol/dashboardView';
import { pausedTask } from './pausedTask';
import { at, ready, task, turn, uncounted, type ReadyView } from './samples';

const WORDS = ['login', 'invoices', 'search', 'export', 'settings', 'reports', 'prices', 'mail'];
const VERBS = ['Add', 'Fix', 'Translate', 'Speed up', 'Document', 'Test', 'Rework'];

/** As the host sends a task of many that nobody opened. */
export function lineOf(shown: ShownTask): TaskLine {
  const { id, title, parent, priority, agent, status, statusReason } = shown;
  const { unverified, landing, turnCount, entropy, attempts, loop } = shown;
  const how = { agent, status, statusReason, unverified, turnCount, entropy, attempts, loop };
  return { id, title, parent, priority, ...how, ...(landing && { landing }) };
}

function statusAt(index: number): TaskStatus {
  if (index % 5 === 0) return index % 2 === 0 ? 'done' : 'done_partial';
  if (index % 97 === 3) return 'skipped';
  return index % 311 === 7 ? 'blocked' : 'pending';
}

/** The task at a place among many, as a line. */
export function lineAt(index: number): TaskLine {
  const status = statusAt(index);
  const title = `${VERBS[index % 7] ?? ''} ${WORDS[(index * 3) % 8] ?? ''} of module ${index}`;
  const waits = status === 'pending' && index % 3 === 1;
  return lineOf(
    task(`task-${index}`, {
      title,
      status,
      statusReason: waits ? `waits for task-${index - 1}` : '',
      attempts: index % 4,
      turnCount: 25,
      priority: index % 50 === 1 ? 5 : 0,
    }),
  );
}

/** So many tasks, of which one runs and one is paused, whole; the others are lines. */
export function manyTasks(count: number): ReadyView {
  const running = task('task-12', {
    title: 'Rework the prices of module 12',
    status: 'in_progress',
    attempts: 3,
    entropy: 1,
    turns: [
      turn(1),
      turn(2),
      turn(3, { ...uncounted, at: at(62), outcome: 'running', durationMs: undefined, reason: '' }),
    ],
  });
  const tasks = Array.from({ length: count }, (_, index): ShownTask => {
    if (index === 12) return running;
    return index === 17 ? { ...pausedTask, id: 'task-17' } : lineAt(index);
  });
  return ready(tasks, { run: 'RUNNING' });
}
