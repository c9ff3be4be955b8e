import type { DevsConfig } from '../../model/config/config';
import { isFinished } from '../../model/task/taskStatus';
import type { StoreReader } from '../../ports/store';
import type { Worktrees } from '../../ports/worktrees';
import { countOf } from '../../text/count';
import { familyStatuses } from './familyStatuses';

/**
 * Tasks whose worktrees nobody needs: those that are finished with all their subtasks, and those that are not in
 * `devs.yaml` any more. What has not landed goes with a worktree.
 */
export async function listLeftWorktrees(
  worktrees: Pick<Worktrees, 'list'>,
  store: StoreReader,
  config: DevsConfig,
): Promise<readonly string[]> {
  const listed = await worktrees.list();
  return listed
    .map(({ taskId }) => taskId)
    .filter((taskId) => familyStatuses(store, config, taskId).every(isFinished));
}

/** A line for each worktree that is removed. */
export function describeWorktrees(taskIds: readonly string[]): readonly string[] {
  return taskIds.map((taskId) =>
    taskId === '' ? 'Worktree left behind by a crash' : `Worktree of ${taskId}`,
  );
}

/** "Removed 2 worktrees."; '' for none. */
export function sumUpWorktrees(count: number, isPreview: boolean): string {
  if (count === 0) return '';
  const worktrees = countOf(count, 'worktree');
  return isPreview ? `This would remove ${worktrees}.` : `Removed ${worktrees}.`;
}
