import type { BigIntStats } from 'node:fs';
import type { Left } from './candidates';
import type { Place } from './place';
import type { Workshop } from './stageContents';

/** A commit under way: what it did, how that is undone, what it met. */
export interface Commit extends Workshop {
  /** Newest last. */
  readonly undo: (() => void)[];
  readonly left: Left[];
  /** Folders whose entries changed, by path. */
  readonly touched: Map<string, Place>;
  readonly taken: TakenAway[];
}

/** What was renamed out of its place. */
interface TakenAway {
  readonly place: Place;
  readonly old: Place;
  /** As it was when its content was found to be the recorded one. */
  readonly stats: BigIntStats;
}
