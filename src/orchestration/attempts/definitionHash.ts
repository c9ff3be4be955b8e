import { createHash } from 'node:crypto';
import type { DevsConfig } from '../../domain/config';

/**
 * Names what a task asks for: its title, goal and verify command. What was tried under another name
 * was another task. '' for a task that is not configured.
 */
export function definitionHash(config: DevsConfig, taskId: string): string {
  const task = config.tasks.find((each) => each.id === taskId);
  if (task === undefined) return '';
  const asked = JSON.stringify([task.title, task.goal, task.verify ?? null]);
  return createHash('sha256').update(asked, 'utf8').digest('hex').slice(0, 16);
}
