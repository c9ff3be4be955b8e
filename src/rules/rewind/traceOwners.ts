import { ABSENT, type CheckpointState } from '../../model/workspace/checkpoint';
import { toContent, listDifferingPaths, isPresent, findKnownVersion } from './contents';
import { MovedContents } from './movedContents';
import {
  isForeign,
  NO_OWNER,
  otherTaskOwner,
  TASK_OWNER,
  mergeOwners,
  UNWATCHED_OWNER,
  USER_OWNER,
  type Owner,
} from './owners';
import type { WorkspaceChange } from './workspaceChange';

/**
 * Groups by path the numbers of the task's own turns that changed it, oldest first. Includes paths
 * that only the task's own rewinds changed, with no turns.
 */
export function groupTurnsByPath(
  changes: readonly WorkspaceChange[],
): ReadonlyMap<string, readonly number[]> {
  const turns = new Map<string, number[]>();
  for (const { by, number, before, after } of changes) {
    if (!isOwn(by)) continue;
    for (const path of listDifferingPaths(before, after)) {
      const known = turns.get(path) ?? [];
      turns.set(path, known);
      if (by.kind === 'own' && known.at(-1) !== number) known.push(number);
    }
  }
  return turns;
}

function isOwn(by: WorkspaceChange['by']): boolean {
  return by.kind === 'own' || (by.kind === 'devs' && by.own === true);
}

/** States of the workspace in order; differences between two recorded changes are the user's. */
export interface WorkspaceMoments {
  /** Contents at the start have no owner. */
  readonly start: CheckpointState;
  readonly changes: readonly WorkspaceChange[];
  readonly now: CheckpointState;
}

/**
 * Determines the owner of the current content of each path (its absence included). Ownership
 * follows content: a version of a path belongs to its first author, and a version that the task's
 * own turn made from foreign content belongs to both. Only an absence has no content: it belongs to whoever else than the
 * task deleted the path last. Moved content keeps its owner. Content that the task's own rewinds restored, or a pivot of
 * its parent, has no owner; what any rewind restored keeps the owner it had. Content of unknown origin, and content after
 * an unknown state, is the user's.
 */
export function traceOwners(
  paths: Iterable<string>,
  { start, changes, now }: WorkspaceMoments,
): ReadonlyMap<string, Owner> {
  const walk = new OwnerTracer(paths, start);
  for (const { by, before, after } of changes) {
    walk.recordState(before, USER_OWNER);
    if (by.kind === 'own')
      walk.recordOwnTurn(after, by.unwatched === true ? UNWATCHED_OWNER : TASK_OWNER);
    else if (by.kind === 'devs') walk.recordRewind(after, ownerOfRewind(by));
    else walk.recordState(after, otherTaskOwner(by.taskId));
  }
  walk.recordState(now, USER_OWNER);
  return walk.owners();
}

function ownerOfRewind(by: Extract<WorkspaceChange['by'], { kind: 'devs' }>): Owner {
  return by.own === true || by.atPivot === true ? NO_OWNER : USER_OWNER;
}

/** Cost of looking up a path, relative to iterating over it. */
const LOOKUP_COST = 8;

/** State of one path while the changes are replayed. */
interface PathTrail {
  readonly path: string;
  version: string | undefined;
  size: number;
  readonly ownerByVersion: Map<string, Owner>;
}

/** A new version at a path. */
interface Arrival {
  readonly trail: PathTrail;
  readonly version: string | undefined;
  readonly size: number;
}

class OwnerTracer {
  private readonly trails = new Map<string, PathTrail>();
  private readonly moved: MovedContents;
  private seen: CheckpointState;

  constructor(paths: Iterable<string>, start: CheckpointState) {
    this.seen = start;
    this.moved = new MovedContents(start);
    for (const path of paths) {
      const version = findKnownVersion(start, path);
      const brought = new Map<string, Owner>();
      if (version !== undefined) brought.set(version, NO_OWNER);
      this.trails.set(path, {
        path,
        version,
        size: start.files.get(path)?.size ?? 0,
        ownerByVersion: brought,
      });
    }
  }

  /** Attributes every new version of this state, and every deletion, to `owner`. */
  recordState(state: CheckpointState, owner: Owner): void {
    for (const arrival of this.arrivals(state)) {
      forgetDeletion(arrival);
      this.setOwner(arrival, owner);
    }
  }

  /** Attributes every new version of this state to `owner`. */
  recordRewind(state: CheckpointState, owner: Owner): void {
    for (const arrival of this.arrivals(state)) this.setOwner(arrival, owner);
  }

  /**
   * Attributes every new version of this state to the task's own turn and to the owners of its
   * sources.
   */
  recordOwnTurn(state: CheckpointState, maker: Owner): void {
    const arrivals = [...this.arrivals(state)];
    const removed = this.moved.indexRemoved(
      arrivals
        // A path that is ignored now may be gone as well.
        .filter(({ version }) => !isPresent(version))
        .map(({ trail }) => ({ ...trail, owner: ownerOf(trail) })),
    );
    for (const arrival of arrivals) {
      const { trail, version } = arrival;
      const sources = [ownerOf(trail)];
      if (isPresent(version)) {
        sources.push(this.moved.findFirstOwner(version));
        if (trail.version === ABSENT) sources.push(removed.findOwnerBySize(arrival.size));
      }
      const owner =
        trail.version === undefined
          ? USER_OWNER
          : sources.filter(isForeign).reduce(mergeOwners, maker);
      const deleter = trail.ownerByVersion.get(ABSENT);
      // What the task deleted once stays its deletion, whatever others put there since.
      if (isForeign(maker) || (deleter !== undefined && isForeign(deleter)))
        forgetDeletion(arrival);
      this.setOwner(arrival, owner);
    }
  }

  owners(): ReadonlyMap<string, Owner> {
    return new Map(Array.from(this.trails, ([path, trail]) => [path, ownerOf(trail)]));
  }

  private *arrivals(state: CheckpointState): Iterable<Arrival> {
    const seen = this.seen;
    this.seen = state;
    const isFewOfMany = this.trails.size * LOOKUP_COST < state.files.size;
    const paths =
      isFewOfMany || !haveSameUnknowns(seen, state)
        ? this.trails.keys()
        : listDifferingPaths(seen, state);
    for (const path of paths) {
      const trail = this.trails.get(path);
      const version = findKnownVersion(state, path);
      if (trail === undefined || version === trail.version) continue;
      yield { trail, version, size: state.files.get(path)?.size ?? 0 };
    }
  }

  private setOwner({ trail, version, size }: Arrival, owner: Owner): void {
    trail.version = version;
    trail.size = size;
    if (version === undefined || trail.ownerByVersion.has(version)) return;
    trail.ownerByVersion.set(version, owner);
    if (toContent(version) !== undefined && size > 0)
      this.moved.recordOwner(version, trail.path, owner);
  }
}

/** The path was there: whoever deleted it earlier did not delete it this time. */
function forgetDeletion({ trail, version }: Arrival): void {
  if (version === ABSENT && isPresent(trail.version)) trail.ownerByVersion.delete(ABSENT);
}

function ownerOf({ version, ownerByVersion: brought }: PathTrail): Owner {
  return (version === undefined ? undefined : brought.get(version)) ?? USER_OWNER;
}

/** True if both states have the same unknown paths; then only listed paths can differ. */
function haveSameUnknowns(
  { unknown: one }: CheckpointState,
  { unknown: other }: CheckpointState,
): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const path of one) if (!other.has(path)) return false;
  return true;
}
