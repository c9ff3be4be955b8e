import type { BigIntStats } from 'node:fs';
import type { LeftPath } from './findCandidates';
import type { Place } from './restorePlace';
import type { StagingContext } from './stageContents';

/** State of applying a plan: changes made, how to undo them, paths left. */
export interface ApplyContext extends StagingContext {
  /** Undo operations, newest last. */
  readonly undo: (() => void)[];
  readonly left: LeftPath[];
  /** Folders whose entries changed, by path. */
  readonly touched: Map<string, Place>;
  readonly moved: MovedContent[];
}

/** Content that was moved to the staging folder. */
interface MovedContent {
  readonly place: Place;
  readonly old: Place;
  /** Stats from when the content was verified. */
  readonly stats: BigIntStats;
}
