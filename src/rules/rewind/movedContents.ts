import type { CheckpointState } from '../../model/workspace/checkpoint';
import { contentOf } from './contents';
import { isForeign, movedFrom, NOBODY, together, type Owner } from './owners';

/** Something that one turn removed. */
export interface Removed {
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
      const content = contentOf(version);
      if (content !== undefined) this.first.set(content, NOBODY);
    }
  }

  /** Somebody brought a version to a path; whoever brought its bytes first keeps them. */
  note(version: string, path: string, owner: Owner): void {
    const content = contentOf(version);
    if (content === undefined || this.first.has(content)) return;
    this.first.set(content, isForeign(owner) ? movedFrom(owner, path) : owner);
  }

  /** Who brought these bytes first, to any path; nobody when they are new. */
  firstOwner(version: string): Owner {
    const content = contentOf(version);
    return (content === undefined ? undefined : this.first.get(content)) ?? NOBODY;
  }

  /** What of the things that a turn removed was somebody else's. */
  removedIn(removed: readonly Removed[]): RemovedContents {
    return new RemovedContents(removed.filter(({ size, owner }) => size > 0 && isForeign(owner)));
  }
}

/** What a turn removed of other people's contents, by size. */
class RemovedContents {
  private readonly bySize = new Map<number, Owner>();

  constructor(removed: readonly Removed[]) {
    for (const { path, size, owner } of removed) {
      const step = sizeStep(size);
      const known = this.bySize.get(step) ?? NOBODY;
      this.bySize.set(step, together(known, movedFrom(owner, path)));
    }
  }

  /**
   * Whose a new content of this size may be: moved and changed on the way. Git calls it a rename
   * when half of it is alike, so that neither can be more than twice as large as the other.
   */
  ownerOfSize(size: number): Owner {
    if (size === 0 || this.bySize.size === 0) return NOBODY;
    const step = sizeStep(size);
    return [step, step - 1, step + 1]
      .map((each) => this.bySize.get(each) ?? NOBODY)
      .reduce(together);
  }
}

/** Sizes that differ by a factor of two at most are at most one step apart. */
function sizeStep(size: number): number {
  return Math.floor(Math.log2(size));
}
