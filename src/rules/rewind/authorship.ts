import { ABSENT, type CheckpointState } from '../../model/workspace/checkpoint';
import { contentOf, differingPaths, isThere, knownVersionIn } from './contents';
import { MovedContents } from './movedContents';
import { isForeign, NOBODY, ofTask, OWN, together, UNWATCHED, YOURS, type Owner } from './owners';
import type { WorkspaceChange } from './workspaceChange';

/**
 * Numbers of the task's own turns that changed a path, oldest first, for each path that one changed
 * or that one of its own rewinds put elsewhere: going forward again undoes that.
 */
export function turnsByPath(
  changes: readonly WorkspaceChange[],
): ReadonlyMap<string, readonly number[]> {
  const turns = new Map<string, number[]>();
  for (const { by, number, before, after } of changes) {
    if (!isOwn(by)) continue;
    for (const path of differingPaths(before, after)) {
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
export interface Moments {
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
  { start, changes, now }: Moments,
): ReadonlyMap<string, Owner> {
  const walk = new Walk(paths, start);
  for (const { by, before, after } of changes) {
    walk.see(before, YOURS);
    if (by.kind === 'own') walk.seeOwnTurn(after, by.unwatched === true ? UNWATCHED : OWN);
    else walk.see(after, bringer(by));
  }
  walk.see(now, YOURS);
  return walk.owners();
}

function bringer(by: Exclude<WorkspaceChange['by'], { kind: 'own' }>): Owner {
  if (by.kind === 'otherTask') return ofTask(by.taskId);
  return by.own === true ? NOBODY : YOURS;
}

/** Looking up a path takes about as many times longer than reading past one. */
const MANY_TIMES = 8;

/** One path on the way through the moments. */
interface Trail {
  readonly path: string;
  version: string | undefined;
  size: number;
  readonly brought: Map<string, Owner>;
}

/** What is about to stand at a path instead of what its trail says. */
interface Arrival {
  readonly trail: Trail;
  readonly version: string | undefined;
  readonly size: number;
}

class Walk {
  private readonly trails = new Map<string, Trail>();
  private readonly moved: MovedContents;
  private seen: CheckpointState;

  constructor(paths: Iterable<string>, start: CheckpointState) {
    this.seen = start;
    this.moved = new MovedContents(start);
    for (const path of paths) {
      const version = knownVersionIn(start, path);
      const brought = new Map<string, Owner>();
      if (version !== undefined) brought.set(version, NOBODY);
      this.trails.set(path, { path, version, size: start.files.get(path)?.size ?? 0, brought });
    }
  }

  /** All that is new here was brought by `owner`. */
  see(state: CheckpointState, owner: Owner): void {
    for (const arrival of this.arrivals(state)) this.settle(arrival, owner);
  }

  /** All that is new here was made by the task's own turn out of what stood before. */
  seeOwnTurn(state: CheckpointState, maker: Owner): void {
    const arrivals = [...this.arrivals(state)];
    const removed = this.moved.removedIn(
      arrivals
        // What is ignored by now may be gone from there as well.
        .filter(({ version }) => !isThere(version))
        .map(({ trail }) => ({ ...trail, owner: ownerOf(trail) })),
    );
    for (const arrival of arrivals) {
      const { trail, version } = arrival;
      const sources = [ownerOf(trail)];
      if (isThere(version)) {
        sources.push(this.moved.firstOwner(version));
        if (trail.version === ABSENT) sources.push(removed.ownerOfSize(arrival.size));
      }
      const owner =
        trail.version === undefined ? YOURS : sources.filter(isForeign).reduce(together, maker);
      this.settle(arrival, owner);
    }
  }

  owners(): ReadonlyMap<string, Owner> {
    return new Map(Array.from(this.trails, ([path, trail]) => [path, ownerOf(trail)]));
  }

  private *arrivals(state: CheckpointState): Iterable<Arrival> {
    const seen = this.seen;
    this.seen = state;
    const isFewOfMany = this.trails.size * MANY_TIMES < state.files.size;
    const paths =
      isFewOfMany || !knowAlike(seen, state) ? this.trails.keys() : differingPaths(seen, state);
    for (const path of paths) {
      const trail = this.trails.get(path);
      const version = knownVersionIn(state, path);
      if (trail === undefined || version === trail.version) continue;
      yield { trail, version, size: state.files.get(path)?.size ?? 0 };
    }
  }

  private settle({ trail, version, size }: Arrival, owner: Owner): void {
    trail.version = version;
    trail.size = size;
    if (version === undefined || trail.brought.has(version)) return;
    trail.brought.set(version, owner);
    if (contentOf(version) !== undefined && size > 0) this.moved.note(version, trail.path, owner);
  }
}

function ownerOf({ version, brought }: Trail): Owner {
  return (version === undefined ? undefined : brought.get(version)) ?? YOURS;
}

/** Whether two states know nothing of the same places: then only listed paths can have changed. */
function knowAlike(
  { unknown: one }: CheckpointState,
  { unknown: other }: CheckpointState,
): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const path of one) if (!other.has(path)) return false;
  return true;
}
