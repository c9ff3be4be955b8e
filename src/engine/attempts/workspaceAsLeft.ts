import { fingerprint } from '../../rules/turn/fingerprint';
import type { DevsConfig } from '../../model/config/config';
import { hasEnded, isCounted } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import type { Workspace } from '../../ports/workspace';
import { countingTask } from '../scheduling/taskTree';
import { artefactsOf } from './artefacts';

export interface WorkspaceTools {
  readonly store: StoreReader;
  readonly workspace: Pick<Workspace, 'snapshot'>;
  readonly config: DevsConfig;
}

/**
 * Whether the workspace is unchanged since the newest counted turn of the task. After a rewind, a
 * human's edit or another task's work, earlier proof does not apply.
 */
export async function isWorkspaceAsLeft(
  { store, workspace, config }: WorkspaceTools,
  taskId: string,
): Promise<boolean> {
  const last = store
    .listTurns(countingTask(config, taskId))
    .filter(hasEnded)
    .findLast((turn) => turn.taskId === taskId && isCounted(turn.outcome));
  const { files } = await workspace.snapshot();
  return last?.stateAfter === fingerprint(files, artefactsOf(store, config));
}
