import type { CheckpointState } from '../../model/workspace/checkpoint';

/** A recorded pair of states, before and after a turn or rewind; listed in order. */
export interface WorkspaceChange {
  /**
   * `own`: a turn of the task or its subtasks, `unwatched` if its end was not recorded; `devs`: a rewind or redo, `own`
   * if of the task or its subtasks, `atPivot` if Devs made it at a pivot of the task, of a part or of a parent.
   */
  readonly by:
    | { readonly kind: 'own'; readonly unwatched?: true }
    | { readonly kind: 'otherTask'; readonly taskId: string }
    | { readonly kind: 'devs'; readonly own?: true; readonly atPivot?: true };
  /** The turn's number; 0 for `devs`. */
  readonly number: number;
  readonly before: CheckpointState;
  readonly after: CheckpointState;
}
