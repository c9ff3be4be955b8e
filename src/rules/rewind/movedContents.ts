import type { CheckpointState } from '../../model/workspace/checkpoint';
import { toContent } from './contents';
import { isForeign, withFormerPath, NO_OWNER, mergeOwners, type Owner } from './owners';

/** Something that one turn removed. */
export interface RemovedContent {
  readonly path: string;
  readonly size: number;
  readonly owner: Owner;
}

/**
 * Where else a content stood: an agent that moves what you wrote did not write it. The same bytes
 * are recognised wherever and whenever they come back; changed ones only by their size, in the turn
 * that removed them, which takes more for moved than was.
 */
export class MovedContents {
  private readonly first = new Map<string, Owner>();

  /** What stands at the start is nobody's wherever it goes. */
  constructor(start: CheckpointState) {
    for (const { version } of start.files.values()) {
      const content = toContent(version);
      if (content !== undefined) this.first.set(content, NO_OWNER);
    }
  }

  /** Somebody brought a version to a path; whoever brought its bytes first keeps them. */
  recordOwner(version: string, path: string, owner: Owner): void {
    const content = toContent(version);
    if (content === undefined || this.first.has(content)) return;
    this.first.set(content, isForeign(owner) ? withFormerPath(owner, path) : owner);
  }

  /** Who brought these bytes first, to any path; nobody when they are new. */
  findFirstOwner(version: string): Owner {
    const content = toContent(version);
    return (content === undefined ? undefined : this.first.get(content)) ?? NO_OWNER;
  }

  /** What of the things that a turn removed was somebody else's. */
  indexRemoved(removed: readonly RemovedContent[]): RemovedContentIndex {
    return new RemovedContentIndex(
      removed.filter(({ size, owner }) => size > 0 && isForeign(owner)),
    );
  }
}

/** What a turn removed of other people's contents, by size. */
class RemovedContentIndex {
  private readonly bySize = new Map<number, Owner>();

  constructor(removed: readonly RemovedContent[]) {
    for (const { path, size, owner } of removed) {
      const step = toSizeClass(size);
      const known = this.bySize.get(step) ?? NO_OWNER;
      this.bySize.set(step, mergeOwners(known, withFormerPath(owner, path)));
    }
  }

  /**
   * Whose a new content of this size may be: moved and changed on the way. Git calls it a rename
   * when half of it is alike, so that neither can be more than twice as large as the other.
   */
  findOwnerBySize(size: number): Owner {
    if (size === 0 || this.bySize.size === 0) return NO_OWNER;
    const step = toSizeClass(size);
    return [step, step - 1, step + 1]
      .map((each) => this.bySize.get(each) ?? NO_OWNER)
      .reduce(mergeOwners);
  }
}

/** Sizes that differ by a factor of two at most are at most one step apart. */
function toSizeClass(size: number): number {
  return Math.floor(Math.log2(size));
}
