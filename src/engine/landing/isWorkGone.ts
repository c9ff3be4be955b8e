import type { TaskDefinition } from '../../model/task/task';
import type { Worktree } from '../../ports/worktrees';

/**
 * Whether the work that only has to land is no longer in its worktree: somebody removed that, or took the work out. To land
 * nothing would then end the task as done. Throws `StateError`.
 */
export async function isWorkGone(
  worktree: Pick<Worktree, 'isNew' | 'isUnchanged'>,
  { review }: Pick<TaskDefinition, 'review'>,
): Promise<boolean> {
  // A doubtful pass may have changed nothing; what waited for a review has.
  return worktree.isNew || (review === true && (await worktree.isUnchanged()));
}

/** What a user is told about it. */
export function describeGoneWork(taskId: string): string {
  return `The finished work of ${taskId} is no longer in the worktree of the task, so the agent does the work again.`;
}
