import type { BigIntStats } from 'node:fs';
import type { LeftPath } from './findCandidates';
import type { Place } from './restorePlace';
import type { StagingContext } from './stageContents';

/** A commit under way: what it did, how that is undone, what it met. */
export interface ApplyContext extends StagingContext {
  /** Newest last. */
  readonly undo: (() => void)[];
  readonly left: LeftPath[];
  /** Folders whose entries changed, by path. */
  readonly touched: Map<string, Place>;
  readonly moved: MovedContent[];
}

/** What was renamed out of its place. */
interface MovedContent {
  readonly place: Place;
  readonly old: Place;
  /** As it was when its content was found to be the recorded one. */
  readonly stats: BigIntStats;
}
