import type { DetectedLoop } from '../../model/task/attempt';
import { enumerate } from '../../text/list';
import { findBlockerOwner } from './blockerOwner';

/** Advises a human about a loop over attempts that recovery escalated, one or two sentences. */
export function adviseLoop({ taskId, loopType, blockers, tasks }: DetectedLoop): string {
  switch (loopType) {
    case 'blocked_task_spin':
      return adviseBlockers(blockers);
    case 'cross_task_cycle':
      return `Check whether the goals of ${enumerate(tasks)} contradict each other. Change a goal or \`dependsOn\` in devs.yaml, or skip one of them; then resume ${taskId}.`;
    case 'no_progress_repeat':
    case 'completed_task_revisit':
      return 'Tell the agent in a hint what to do differently, or split the task; then resume it.';
    default:
      return loopType satisfies never;
  }
}

function adviseBlockers(blockers: readonly string[]): string {
  for (const blocker of blockers) {
    const found = findBlockerOwner(blocker);
    if (found.owner === 'human') return found.remedy;
  }
  const what = blockers.length === 1 ? 'the blocker' : 'the blockers';
  return `Remove ${what} yourself, then resume the task; or tell the agent in a hint how to do without it.`;
}
