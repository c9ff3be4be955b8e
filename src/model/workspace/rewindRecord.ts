import type { RepositoryChange } from './checkpoint';
import type { Actor } from './leaseHolder';

/** A rewind or a redo as it is recorded, from before it touches the first file. */
export interface RewindRecord {
  readonly id: string;
  readonly kind: 'rewind' | 'redo';
  readonly taskId: string;
  readonly who: Actor;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** A rewind: number of the turn after which the workspace is to stand; 0 = before the first. A redo: 0. */
  readonly toTurn: number;
  /** Id of the newest turn of any task when it was made: what comes later came afterwards. */
  readonly afterTurn: string;
  /** The rescue checkpoint: the workspace just before. */
  readonly from: string;
  /** The checkpoint whose content the paths get. */
  readonly to: string;
  /** Paths that change; all others stay as they are. */
  readonly paths: readonly string[];
  /** `applying` until every path is as in `to`; a crash in between is finished by the next holder. */
  readonly status: 'applying' | 'done';
  /** Id of the redo that undid this rewind. */
  readonly undoneBy?: string;
}

/** The change to one path. */
export interface RewindStep {
  readonly path: string;
  /** `restore`: gets its earlier content; `recreate`: was deleted, comes back; `delete`: the agent created it. */
  readonly action: 'restore' | 'recreate' | 'delete';
  /** Numbers of the task's turns that changed it, oldest first. */
  readonly turns: readonly number[];
}

/** Why a path that the task's turns changed is kept. */
export type KeptReason =
  /**
   * Somebody else changed it since: `others` names the tasks, empty for you. `from`: the path at
   * which they did, from where it seems to have been moved to this one.
   */
  | { readonly kind: 'editedSince'; readonly others: readonly string[]; readonly from?: string }
  /**
   * A turn was cut off, or what it left is not kept: what the agent did cannot be told from what you
   * did afterwards.
   */
  | { readonly kind: 'unwatched' }
  /** It was ignored then or is now, so nothing is known of it. */
  | { readonly kind: 'ignored' }
  /** What stood there, or stands there now, is not kept: larger than the limit, or unreadable. */
  | { readonly kind: 'notStored' }
  /** Something that stays stands in its place or in the place of its folder: `by` is its path. */
  | { readonly kind: 'inTheWay'; readonly by: string };

export interface KeptPath {
  readonly path: string;
  readonly why: KeptReason;
  /** True when the human may choose to restore it nevertheless. */
  readonly selectable: boolean;
  /** What would happen to it then; absent where it cannot be chosen. */
  readonly action?: RewindStep['action'];
  readonly turns: readonly number[];
}

/** What a rewind or a redo would do; nothing has happened yet. */
export interface RewindPreview {
  readonly kind: 'rewind' | 'redo';
  readonly taskId: string;
  /** As in `RewindRecord`. */
  readonly toTurn: number;
  /** Sorted by path. */
  readonly steps: readonly RewindStep[];
  /** Sorted by path. */
  readonly kept: readonly KeptPath[];
  /** What the undone turns did to the repository, added up; absent when nothing. */
  readonly repository?: RepositoryChange;
}

/** Choices of the human for a rewind, besides its target. */
export interface RewindChoice {
  /** Kept paths to restore as well, or all that can be chosen. */
  readonly also: readonly string[] | 'all';
  /** Paths to leave as they are. */
  readonly except: readonly string[];
  /** Paths that the human confirmed; no other path changes. */
  readonly confirmed?: readonly string[];
}

/** Nothing besides the target. */
export const AS_PROPOSED: RewindChoice = { also: [], except: [] };
