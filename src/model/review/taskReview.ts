import type { PassAssessment } from '../verification/doubt';
import type { ReviewComment } from './reviewComment';

/** Size of a change. */
export interface ChangeSize {
  /** Number of files. */
  readonly files: number;
  /** Lines of text files. */
  readonly added: number;
  readonly deleted: number;
}

/** The change of a task that waits for a human's review, as it was when its turn ended. */
export interface ReviewedChange extends ChangeSize {
  /** Commit of the task's files; its parent is what the task began with. No branch names it; it is kept while it waits. */
  readonly commit: string;
  /** Id of its tree: equal for equal files. */
  readonly tree: string;
}

/** A change that waits for a review, in an overview. */
export interface WaitingChange extends ChangeSize {
  /** The (sub)task whose change it is. */
  readonly taskId: string;
  /** Number of the turn that made it. */
  readonly turn: number;
  /** Number of open comments. */
  readonly comments: number;
}

/** What is at a path: a text alone does not tell a link from a file, nor whether it can be run. */
export type FileKind = 'file' | 'executable' | 'link' | 'repository';

/** A file of a reviewed change. */
export interface ReviewedFile {
  /** Relative to the workspace, escaped as in checkpoints. */
  readonly path: string;
  readonly action: 'added' | 'changed' | 'deleted';
  /** Lines; absent for a binary file. */
  readonly lines?: { readonly added: number; readonly deleted: number };
  /** What it was and is, each absent where there is nothing; absent for a plain file on both sides. */
  readonly kind?: { readonly before?: FileKind; readonly after?: FileKind };
}

/** The review of a task that waits for it. */
export interface TaskReview {
  /** The (sub)task whose change it is. */
  readonly taskId: string;
  /** The paused task, which decisions name: its topmost ancestor, or the task itself. */
  readonly pausedTask: string;
  /** Number of the turn that made the change. */
  readonly turn: number;
  /** ISO 8601, UTC: since when it waits. */
  readonly at: string;
  readonly size: ChangeSize;
  /** Both sides, for `App.fileAt`: the files that the task began with, and those that it leaves. */
  readonly from: string;
  readonly to: string;
  /** Sorted by path. */
  readonly files: readonly ReviewedFile[];
  /** What makes its pass doubtful; absent for a proved one. Whoever accepts the change accepts this. */
  readonly doubtfulPass?: PassAssessment;
  /** Open and sent back ones, oldest first. */
  readonly comments: readonly ReviewComment[];
}
