import type { DevsConfig } from '../../model/config/config';
import { isOwnTurn } from '../../engine/rewind/undoneTurns';
import { countingTask, isWithin } from '../../engine/scheduling/taskTree';
import type { HistoryPlace } from '../../engine/worktrees/placeStore';
import type { Checkpoints } from '../../ports/checkpoints';
import type { StoreReader } from '../../ports/store';
import type { DevsAppParts } from '../lease/devsAppParts';
import { toRefusal, type Refusal } from '../lease/refusals';

/** Where the files of a task are that a rewind is about. */
export interface RewindPlace {
  readonly ok: true;
  readonly place: HistoryPlace;
  readonly checkpoints: Checkpoints;
}

/**
 * Finds where a rewind of a task takes place: in its worktree while its newest work has not landed, else in the
 * workspace. `completes`: the lease is held, so what a crash cut off in the worktree is completed.
 */
export async function findRewindPlace(
  { checkpoints, worktrees }: Pick<DevsAppParts['adapters'], 'checkpoints' | 'worktrees'>,
  { store, config }: { readonly store: StoreReader; readonly config: DevsConfig },
  { taskId, completes }: { readonly taskId: string; readonly completes: boolean },
): Promise<RewindPlace | Refusal> {
  const inWorkspace = { ok: true, place: { kind: 'workspace' }, checkpoints } as const;
  const countsOn = countingTask(config, taskId);
  const last = store.listTurns(countsOn).findLast((turn) => isOwnTurn(config, taskId, turn));
  if (last?.worktree !== true) return inWorkspace;
  const landings = store
    .listLandings()
    .filter((landing) => isWithin(config, landing.taskId, taskId));
  const landing = landings.find(({ turnId }) => turnId === last.id);
  if (landing?.files !== undefined) return inWorkspace;
  if (landing?.git !== undefined) {
    const branch = landing.git.ref.replace(/^refs\/heads\//, '');
    return toRefusal(
      `The workspace has nothing of ${taskId} to go back from: its work is on the branch ${branch}.`,
    );
  }
  const found = await worktrees.find(countsOn);
  if (found === undefined)
    return landings.some(({ files }) => files !== undefined)
      ? inWorkspace
      : toRefusal(`The worktree in which ${taskId} worked is gone, and its work has not landed.`);
  const worktree = completes ? await worktrees.open(countsOn, { copy: [] }) : found;
  const owns = (id: string): boolean => isWithin(config, id, countsOn);
  const place = { kind: 'worktree', countsOn, owns } as const;
  return { ok: true, place, checkpoints: worktree.checkpoints };
}
