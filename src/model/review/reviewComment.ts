import type { SeenChange } from './seenChange';

/** Lines of a file as a reviewed change leaves it. */
export interface ReviewPlace {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** The last of several lines, > `line`; absent: one line. */
  readonly endLine?: number;
}

/** What a human says about lines of a change. */
export interface CommentDraft extends ReviewPlace {
  readonly text: string;
}

/** A comment that is kept with a task. */
export interface ReviewComment {
  readonly id: string;
  /** The (sub)task whose change it is about. */
  readonly taskId: string;
  /** Absent: it is about the whole change. */
  readonly place?: ReviewPlace & {
    /** The text of these lines when the comment was made. */
    readonly lines: string;
  };
  readonly text: string;
  /** ISO 8601, UTC: when it was made. */
  readonly at: string;
  /** Number of the turn whose change was sent back with it; absent while it is open. */
  readonly sentBack?: number;
}

/** A change of the open comments of a task. `id`s of new ones are made by the one who adds them. */
export type CommentChange =
  | { readonly kind: 'add'; readonly id: string; readonly comment: CommentDraft }
  | { readonly kind: 'edit'; readonly id: string; readonly text: string }
  | { readonly kind: 'remove'; readonly id: string };

/** What a change is sent back with, besides its open comments: at least one of them is needed. */
export interface SendBack extends SeenChange {
  /** About the whole change; absent or blank for none. */
  readonly text?: string;
  readonly comments?: readonly CommentDraft[];
}

/** Whether a comment still waits to be sent back. */
export function isOpen({ sentBack }: ReviewComment): boolean {
  return sentBack === undefined;
}
