import { createHash } from 'node:crypto';
import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import { taskIndex } from '../scheduling/taskIndex';

const hashes = new WeakMap<TaskDefinition, string>();

/**
 * Hash of a task's title, goal and verify command. Attempts with another hash belong to another
 * definition. '' for a task that is not configured.
 */
export function definitionHash(config: DevsConfig, taskId: string): string {
  const task = taskIndex(config).task(taskId);
  if (task === undefined) return '';
  const known = hashes.get(task);
  if (known !== undefined) return known;
  const definition = JSON.stringify([task.title, task.goal, task.verify ?? null]);
  const hash = createHash('sha256').update(definition, 'utf8').digest('hex').slice(0, 16);
  hashes.set(task, hash);
  return hash;
}
