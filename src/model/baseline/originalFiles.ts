/** Original test files that are in place of edited ones for one verification. */
export interface OriginalFiles {
  readonly turnId: string;
  readonly taskId: string;
  /** Checkpoint with the files as the agent left them. */
  readonly from: string;
  /** Checkpoint with the original files. */
  readonly to: string;
  readonly paths: readonly string[];
  /** Checkpoint from which the agent's files are being brought back; absent until then. */
  readonly now?: string;
}
