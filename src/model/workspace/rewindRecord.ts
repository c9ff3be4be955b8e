import type { RepositoryChange } from './checkpoint';
import type { Initiator, PivotActor } from './leaseHolder';

/** A rewind or redo, recorded before it changes the first file. */
export interface RewindRecord {
  readonly id: string;
  readonly kind: 'rewind' | 'redo';
  readonly taskId: string;
  readonly who: Initiator;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** For a rewind: number of the turn after which the workspace is restored; 0 = before the first. For a redo: 0. */
  readonly toTurn: number;
  /** Id of the newest turn of any task at that time. */
  readonly afterTurn: string;
  /** The rescue checkpoint: the workspace just before. */
  readonly from: string;
  /** The checkpoint that is restored. */
  readonly to: string;
  /** Paths that change; all others stay as they are. Once done, without those that could not be recreated. */
  readonly paths: readonly string[];
  /** `applying` until every path is as in `to`; after a crash, the next holder completes it. */
  readonly status: 'applying' | 'done';
  /** Id of the redo that undid this rewind. */
  readonly undoneBy?: string;
  /** `debugger`: Devs undid changes that the debugger made to files; absent if a human asked for it. */
  readonly cause?: 'debugger';
  /** Its files are those of the task's worktree; absent: those of the workspace. */
  readonly worktree?: true;
}

/** A rewind that Devs makes at a pivot. */
export type PivotRewind = RewindRecord & { readonly who: PivotActor };

export function isPivotRewind(record: RewindRecord): record is PivotRewind {
  return record.who.who === 'devs';
}

/** The change to one path. */
export interface RewindStep {
  readonly path: string;
  /**
   * `restore`: restore the earlier content; `recreate`: restore a deleted file; `delete`: remove a file that the agent
   * created.
   */
  readonly action: 'restore' | 'recreate' | 'delete';
  /** Numbers of the task's turns that changed it, oldest first. */
  readonly turns: readonly number[];
}

/** Why a path that the task's turns changed is kept. */
export type KeptReason =
  /**
   * Changed by others since: `others` names the tasks, empty for the user. `from`: former path, if the content was
   * probably moved from there. `deleted`: what they did last was to delete it.
   */
  | {
      readonly kind: 'editedSince';
      readonly others: readonly string[];
      readonly from?: string;
      readonly deleted?: true;
    }
  /**
   * A turn was interrupted, or its result is not kept: changes of the agent and later ones of the user are
   * indistinguishable.
   */
  | { readonly kind: 'unwatched' }
  /** The path was or is ignored, so its content is unknown. */
  | { readonly kind: 'ignored' }
  /** The former or current content is not stored: larger than the limit, or unreadable. */
  | { readonly kind: 'notStored' }
  /** A remaining path obstructs it or its folder: `by` is that path. */
  | { readonly kind: 'inTheWay'; readonly by: string };

export interface KeptPath {
  readonly path: string;
  readonly why: KeptReason;
  /** Whether the human may select it for restoring. */
  readonly selectable: boolean;
  /** Action if it is selected; absent if it is not selectable. */
  readonly action?: RewindStep['action'];
  readonly turns: readonly number[];
}

/** Preview of a rewind or redo, before any change. */
export interface RewindPreview {
  readonly kind: 'rewind' | 'redo';
  readonly taskId: string;
  /** As in `RewindRecord`. */
  readonly toTurn: number;
  /** Sorted by path. */
  readonly steps: readonly RewindStep[];
  /** Sorted by path. */
  readonly kept: readonly KeptPath[];
  /** Repository changes of the undone turns, summed; absent for none. */
  readonly repository?: RepositoryChange;
}

/** Choices of the human for a rewind, besides its target. */
export interface RewindChoice {
  /** Kept paths to restore as well, or all selectable ones. */
  readonly also: readonly string[] | 'all';
  /** Paths to leave as they are. */
  readonly except: readonly string[];
  /** Paths that the human confirmed; no other path changes. */
  readonly confirmed?: readonly string[];
}

/** The proposed choice. */
export const AS_PROPOSED: RewindChoice = { also: [], except: [] };
