import type { CheckpointState } from '../../model/workspace/checkpoint';
import { toContent } from './contents';
import { isForeign, withFormerPath, NO_OWNER, mergeOwners, type Owner } from './owners';

/** Content that one turn removed. */
export interface RemovedContent {
  readonly path: string;
  readonly size: number;
  readonly owner: Owner;
}

/**
 * Finds former owners of moved content, since moving content does not change its author. Equal
 * bytes are recognised at any path and time; changed bytes only by size, within the turn that
 * removed them, which overestimates moves.
 */
export class MovedContents {
  private readonly first = new Map<string, Owner>();

  /** Contents of the start state have no owner at any path. */
  constructor(start: CheckpointState) {
    for (const { version } of start.files.values()) {
      const content = toContent(version);
      if (content !== undefined) this.first.set(content, NO_OWNER);
    }
  }

  /** Records the owner of a version; the first owner of equal bytes is kept. */
  recordOwner(version: string, path: string, owner: Owner): void {
    const content = toContent(version);
    if (content === undefined || this.first.has(content)) return;
    this.first.set(content, isForeign(owner) ? withFormerPath(owner, path) : owner);
  }

  /** First owner of these bytes at any path; `NO_OWNER` if they are new. */
  findFirstOwner(version: string): Owner {
    const content = toContent(version);
    return (content === undefined ? undefined : this.first.get(content)) ?? NO_OWNER;
  }

  /** Indexes the foreign content that a turn removed. */
  indexRemoved(removed: readonly RemovedContent[]): RemovedContentIndex {
    return new RemovedContentIndex(
      removed.filter(({ size, owner }) => size > 0 && isForeign(owner)),
    );
  }
}

/** Foreign content that a turn removed, by size. */
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
   * Possible owner of new content of this size, if it was moved and changed. Git detects a rename
   * from 50 % similarity, so the sizes differ by a factor of two at most.
   */
  findOwnerBySize(size: number): Owner {
    if (size === 0 || this.bySize.size === 0) return NO_OWNER;
    const step = toSizeClass(size);
    return [step, step - 1, step + 1]
      .map((each) => this.bySize.get(each) ?? NO_OWNER)
      .reduce(mergeOwners);
  }
}

/** Sizes that differ by a factor of two at most are at most one class apart. */
function toSizeClass(size: number): number {
  return Math.floor(Math.log2(size));
}
