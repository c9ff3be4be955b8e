import type { Overview } from '../../model/overview/overview';
import type { Intervention } from '../../model/task/taskEvent';
import type { ContextKey } from '../contributions/contributions';

/** The values of our `when` clauses' keys, over all folders. */
export function contextValues(
  hasConfig: boolean,
  overviews: readonly Overview[],
): Readonly<Record<ContextKey, boolean>> {
  const tasks = overviews.flatMap((overview) => overview.tasks);
  const some = (intervention: Intervention): boolean =>
    tasks.some((task) => task.interventions.includes(intervention));
  return {
    hasConfig,
    running: overviews.some(({ run, holder }) => run === 'RUNNING' && holder !== undefined),
    canResume: some('resume'),
    canSkip: some('skip'),
    canRetry: some('retry'),
    canCallNoLoop: some('notALoop'),
    canRewind: some('rewind'),
    canRedo: some('redo'),
  };
}
