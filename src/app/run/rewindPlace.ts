import type { DevsConfig } from '../../model/config/config';
import { branchOf, type LandingRecord } from '../../model/landing/landing';
import { hasEnded, type EndedTurn } from '../../model/turn/turn';
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

interface Sources {
  readonly store: StoreReader;
  readonly config: DevsConfig;
}

/**
 * Finds where a rewind of a task takes place: in its worktree while its newest work has not landed, else in the
 * workspace. The lease is held: what a crash cut off in the worktree is completed.
 */
export async function findRewindPlace(
  { checkpoints, worktrees }: Pick<DevsAppParts['adapters'], 'checkpoints' | 'worktrees'>,
  sources: Sources,
  taskId: string,
): Promise<RewindPlace | Refusal> {
  const { config } = sources;
  const inWorkspace = { ok: true, place: { kind: 'workspace' }, checkpoints } as const;
  const last = newestTurn(sources, taskId);
  if (last?.worktree !== true) return inWorkspace;
  const landings = listOwnLandings(sources, taskId);
  const landing = landings.find(({ turnId }) => turnId === last.id);
  if (landing?.files !== undefined) return inWorkspace;
  if (landing?.git !== undefined) {
    return toRefusal(
      `${taskId} cannot be rewound in the workspace, because its work is on the branch ${branchOf(landing.git)}.`,
    );
  }
  const countsOn = countingTask(config, taskId);
  if ((await worktrees.find(countsOn)) === undefined)
    return landings.some(({ files }) => files !== undefined)
      ? inWorkspace
      : toRefusal(
          `${taskId} cannot be rewound, because its worktree is gone and its work has not landed.`,
        );
  const worktree = await worktrees.open(countsOn, { copy: [] });
  const owns = (id: string): boolean => isWithin(config, id, countsOn);
  const place = { kind: 'worktree', countsOn, owns } as const;
  return { ok: true, place, checkpoints: worktree.checkpoints };
}

/**
 * Number of the newest turn of a task whose work is in its worktree alone, so that the workspace shows nothing of it;
 * undefined for work in the workspace.
 */
export function findUnlandedTurn(sources: Sources, taskId: string): number | undefined {
  const last = newestTurn(sources, taskId);
  if (last?.worktree !== true) return undefined;
  const landed = listOwnLandings(sources, taskId).find(({ turnId }) => turnId === last.id);
  return landed?.files === undefined ? last.number : undefined;
}

function newestTurn({ store, config }: Sources, taskId: string): EndedTurn | undefined {
  return store
    .listTurns(countingTask(config, taskId))
    .filter(hasEnded)
    .findLast((turn) => isOwnTurn(config, taskId, turn));
}

function listOwnLandings({ store, config }: Sources, taskId: string): readonly LandingRecord[] {
  return store.listLandings().filter((landing) => isWithin(config, landing.taskId, taskId));
}
