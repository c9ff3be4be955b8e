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
 * Numbers of the task's own turns that changed a path, oldest first, for each path that one changed
 * or that one of its own rewinds put elsewhere: going forward again undoes that.
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

/** Moments of the workspace in the order in which they were; between two changes it was yours. */
export interface WorkspaceMoments {
  /** What stands here belongs to nobody. */
  readonly start: CheckpointState;
  readonly changes: readonly WorkspaceChange[];
  readonly now: CheckpointState;
}

/**
 * Whose the content is that stands at each of these paths now (its absence included). Authorship
 * goes by content: each version of a path belongs to whoever brought it first, and what one of the
 * task's own turns made out of somebody else's content belongs to that somebody too. Content that
 * seems to have been moved takes its owner along. What the task's own rewinds brought back stands in
 * a checkpoint and is nobody's work. What comes after a moment of which nothing is known is yours; so
 * is what nobody is known to have brought.
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
    else walk.recordState(after, ownerOfChange(by));
  }
  walk.recordState(now, USER_OWNER);
  return walk.owners();
}

function ownerOfChange(by: Exclude<WorkspaceChange['by'], { kind: 'own' }>): Owner {
  if (by.kind === 'otherTask') return otherTaskOwner(by.taskId);
  return by.own === true ? NO_OWNER : USER_OWNER;
}

/** Looking up a path takes about as many times longer than reading past one. */
const LOOKUP_COST = 8;

/** One path on the way through the moments. */
interface PathTrail {
  readonly path: string;
  version: string | undefined;
  size: number;
  readonly ownerByVersion: Map<string, Owner>;
}

/** What is about to stand at a path instead of what its trail says. */
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

  /** All that is new here was brought by `owner`. */
  recordState(state: CheckpointState, owner: Owner): void {
    for (const arrival of this.arrivals(state)) this.setOwner(arrival, owner);
  }

  /** All that is new here was made by the task's own turn out of what stood before. */
  recordOwnTurn(state: CheckpointState, maker: Owner): void {
    const arrivals = [...this.arrivals(state)];
    const removed = this.moved.indexRemoved(
      arrivals
        // What is ignored by now may be gone from there as well.
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

function ownerOf({ version, ownerByVersion: brought }: PathTrail): Owner {
  return (version === undefined ? undefined : brought.get(version)) ?? USER_OWNER;
}

/** Whether two states know nothing of the same places: then only listed paths can have changed. */
function haveSameUnknowns(
  { unknown: one }: CheckpointState,
  { unknown: other }: CheckpointState,
): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const path of one) if (!other.has(path)) return false;
  return true;
}
