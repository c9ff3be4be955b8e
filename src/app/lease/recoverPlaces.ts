import type { DevsConfig } from '../../model/config/config';
import { DISCARDED } from '../../model/task/transition';
import type { Turn } from '../../model/turn/turn';
import type { EventJournal } from '../../engine/state/eventJournal';
import { findReview } from '../../engine/review/findReview';
import { familyStatuses } from '../../engine/worktrees/familyStatuses';
import { storeOfPlace, type HistoryPlace } from '../../engine/worktrees/placeStore';
import { isWithin } from '../../engine/scheduling/taskTree';
import type { Store } from '../../ports/store';
import type { DevsAppParts } from './devsAppParts';

type Adapters = DevsAppParts['adapters'];
type PlacePorts = Pick<Adapters, 'checkpoints' | 'repository'>;

/** Ports of the place in which a turn worked; undefined if its worktree is gone. */
export async function placeOfTurn(
  adapters: Adapters,
  { worktree, countsOn }: Pick<Turn, 'worktree' | 'countsOn'>,
): Promise<PlacePorts | undefined> {
  return worktree === true ? await adapters.worktrees.find(countsOn) : adapters;
}

interface RecoveredPlace {
  readonly history: Store;
  readonly checkpoints: Adapters['checkpoints'];
}

/** The workspace and all worktrees, each with the rewinds there. */
export async function listPlaces(
  adapters: Adapters,
  store: Store,
  config: DevsConfig | undefined,
): Promise<readonly RecoveredPlace[]> {
  const placed = (place: HistoryPlace, { checkpoints }: PlacePorts): RecoveredPlace => ({
    history: storeOfPlace(store, place),
    checkpoints,
  });
  const places = [placed({ kind: 'workspace' }, adapters)];
  for (const { taskId } of await adapters.worktrees.list()) {
    const worktree = await adapters.worktrees.find(taskId);
    if (worktree === undefined) continue;
    const owns = (id: string): boolean =>
      id === taskId || (config !== undefined && isWithin(config, id, taskId));
    places.push(placed({ kind: 'worktree', countsOn: taskId, owns }, worktree));
  }
  return places;
}

/**
 * Removes worktrees that a crash left half made or removed, and those of tasks that are done with all their subtasks, or
 * whose change was discarded.
 */
export async function sweepWorktrees(
  { worktrees }: Adapters,
  store: Store,
  config: DevsConfig | undefined,
): Promise<void> {
  const listed = await worktrees.list();
  if (listed.some(({ isWhole }) => !isWhole)) await worktrees.removeBroken();
  if (config === undefined) return;
  for (const { taskId, isWhole } of listed) {
    const statuses = familyStatuses(store, config, taskId);
    const isOver = statuses.length > 0 && statuses.every((status) => status === 'done');
    const { status, statusReason } = store.getTask(taskId) ?? {};
    const isDiscarded = status === 'skipped' && statusReason === DISCARDED;
    if (isWhole && (isOver || isDiscarded)) await worktrees.remove(taskId);
  }
}

/**
 * Brings back the files that the discard of a subtask's change took out of its worktree before it was cut off: the change
 * waits for the review as before. One sentence each.
 */
export async function undoDiscards(
  { worktrees }: Adapters,
  store: Store,
  config: DevsConfig | undefined,
): Promise<readonly string[]> {
  if (config === undefined) return [];
  const notices: string[] = [];
  for (const { taskId, isWhole } of await worktrees.list()) {
    const found = findReview(config, store, taskId);
    if (!isWhole || !found.ok || found.review.taskId === taskId) continue;
    const { taskId: reviewed, change } = found.review;
    const worktree = await worktrees.find(taskId);
    if ((await worktree?.restoreDropped(change)) === true)
      notices.push(
        `Devs was killed while it discarded the change of ${reviewed}. Nothing is lost: the change waits for your review again.`,
      );
  }
  return notices;
}

/** Removes rewinds that were cut off in a worktree that is gone. */
export function dropLostRewinds(store: Store, journal: EventJournal): readonly string[] {
  const lost = store.listRewinds().filter(({ status }) => status === 'applying');
  journal.transaction(() => {
    for (const { id } of lost) store.removeRewind(id);
  });
  return lost.map(
    ({ kind, taskId }) =>
      `Devs gave up the interrupted ${kind} of ${taskId}, because the worktree of the task is gone.`,
  );
}
