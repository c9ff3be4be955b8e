import type { Workspace } from '../../ports/workspace';
import { LoopDetector, type LoopDetectorTools } from './loopDetector';
import { fingerprint } from '../../rules/turn/fingerprint';
import type { DevsConfig } from '../../model/config/config';
import { selectCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { countingTask } from '../scheduling/taskTree';
import { artefactsOf } from './artefacts';

export interface BeforeAttemptTools extends LoopDetectorTools {
  readonly workspace: Pick<Workspace, 'snapshot'>;
}

/** `ended`: a recovery ended the task, so there is no attempt; `overtaken`: another task is next now. */
export type BeforeAttempt = 'attempt' | 'ended' | 'overtaken';

/**
 * Before another attempt at a task: detects a loop over its attempts and applies the recovery.
 * `isNext` tells whether the task is still the next one, since a human may decide otherwise in the
 * meantime.
 */
export async function recoverBeforeAttempt(
  tools: BeforeAttemptTools,
  taskId: string,
  isNext: () => boolean,
): Promise<BeforeAttempt> {
  const detector = new LoopDetector(tools);
  const loop = detector.detectLoop(taskId);
  if (loop.isLooping && loop.loopType === 'completed_task_revisit') {
    // Only a task that was done and still is needs no further attempt.
    const isAsLeft = await isWorkspaceAsLeft(tools, taskId);
    if (!isNext()) return 'overtaken';
    if (!isAsLeft) return 'attempt';
  }
  const { action } = detector.applyRecovery(loop);
  return action === 'force_next' || action === 'escalate' ? 'ended' : 'attempt';
}

interface WorkspaceTools {
  readonly store: StoreReader;
  readonly workspace: Pick<Workspace, 'snapshot'>;
  readonly config: DevsConfig;
}

/**
 * Whether the workspace is unchanged since the newest counted turn of the task. After a rewind, a
 * human's edit or another task's work, earlier proof does not apply.
 */
async function isWorkspaceAsLeft(
  { store, workspace, config }: WorkspaceTools,
  taskId: string,
): Promise<boolean> {
  const turns = selectCounted(store.listTurns(countingTask(config, taskId)));
  const last = turns.findLast((turn) => turn.taskId === taskId);
  const { files } = await workspace.snapshot();
  return last?.stateAfter === fingerprint(files, artefactsOf(store, config));
}
