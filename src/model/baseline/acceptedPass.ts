import type { Command } from '../task/task';
import type { Doubt } from '../verification/doubt';

/** A doubtful pass of another task that a human accepted since a baseline: what it changed is right. */
export interface AcceptedPass {
  /** Checkpoint before the first turn of the accepted task. */
  readonly from: string;
  /** Checkpoint of the pass. */
  readonly to: string;
  /** The accepted task's verify command at `from` and at `to`. */
  readonly commands: { readonly from: Command; readonly to: Command };
  readonly doubts: readonly Doubt[];
}
