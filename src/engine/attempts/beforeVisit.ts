import type { Workspace } from '../../ports/workspace';
import { LoopDetector, type LoopDetectorTools } from './loopDetector';
import { isWorkspaceAsLeft } from './workspaceAsLeft';

export interface BeforeVisitTools extends LoopDetectorTools {
  readonly workspace: Pick<Workspace, 'snapshot'>;
}

/** `left`: the task is not visited, as a recovery ended it; `overtaken`: something else is next now. */
export type BeforeVisit = 'visit' | 'left' | 'overtaken';

/**
 * Before a task is visited once more: whether the attempts at it prove a loop, and what that calls
 * for. `isNext` tells whether the task is still the next one, as a human may decide otherwise
 * meanwhile.
 */
export async function beforeVisit(
  tools: BeforeVisitTools,
  taskId: string,
  isNext: () => boolean,
): Promise<BeforeVisit> {
  const detector = new LoopDetector(tools);
  const loop = detector.detectLoop(taskId);
  if (loop.isLooping && loop.loopType === 'completed_task_revisit') {
    // Only what was found done and is there still is not worth another visit.
    const isAsLeft = await isWorkspaceAsLeft(tools, taskId);
    if (!isNext()) return 'overtaken';
    if (!isAsLeft) return 'visit';
  }
  const { action } = detector.applyRecovery(loop);
  return action === 'force_next' || action === 'escalate' ? 'left' : 'visit';
}
