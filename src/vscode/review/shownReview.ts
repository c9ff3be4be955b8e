import {
  CommentThreadCollapsibleState,
  Range,
  type CommentController,
  type CommentThread,
  type Uri,
} from 'vscode';
import type { TaskReview } from '../../app/api/answers';
import { checkpointUri } from '../documents/checkpointDocuments';
import type { FolderApp } from '../folders/folderApp';
import { findReviewed, openComments, type PlacedComment } from './reviewedFiles';
import { ReviewNote } from './reviewNote';

/** A task whose change waits for a review, with its comments: a thread for each. */
export class ShownReview {
  /** What the review was read for; changes when it is to be read again. */
  readFor = '';
  private read: TaskReview | undefined;
  /** By the id of their one comment. */
  private readonly threads = new Map<string, CommentThread>();

  constructor(
    readonly folder: FolderApp,
    /** The paused task. */
    readonly taskId: string,
    private readonly controller: CommentController,
  ) {}

  /** Undefined until it was read. */
  get review(): TaskReview | undefined {
    return this.read;
  }

  /** The file of the change that a document shows, on the right side; undefined for any other document. */
  pathOf(uri: Uri): string | undefined {
    return this.read && findReviewed(uri, this.folder.folder.uri.toString(), this.read);
  }

  /** Shows the open comments of a review; true if it is about another change than before. */
  show(review: TaskReview): boolean {
    const isNew = this.read?.to !== review.to;
    if (isNew) this.clear();
    this.read = review;
    const kept = openComments(review);
    const ids = new Set(kept.map(({ id }) => id));
    for (const [id, thread] of this.threads)
      if (!ids.has(id) && noteIn(thread)?.isNew === false) this.drop(id);
    for (const comment of kept) this.showComment(comment);
    return isNew;
  }

  /** Takes a thread of the editor for a comment. */
  take(note: ReviewNote, thread: CommentThread): void {
    thread.canReply = false;
    thread.label = 'For the agent';
    thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    this.threads.set(note.id, thread);
    this.redraw(note);
  }

  threadOf({ id }: ReviewNote): CommentThread | undefined {
    return this.threads.get(id);
  }

  /** The comment on the line in which a range begins. */
  noteAt(uri: Uri, { start }: Range): ReviewNote | undefined {
    const isThere = (each: CommentThread): boolean =>
      each.uri.toString() === uri.toString() && each.range?.contains(start) === true;
    const thread = [...this.threads.values()].find(isThere);
    return thread && noteIn(thread);
  }

  /** Shows a comment as it is now: the editor looks at the list alone. */
  redraw(note: ReviewNote): void {
    const thread = this.threads.get(note.id);
    if (thread !== undefined) thread.comments = [note];
  }

  drop(id: string): void {
    this.threads.get(id)?.dispose();
    this.threads.delete(id);
  }

  /** Takes a comment out of the review and leaves its thread. */
  forget({ id }: ReviewNote): void {
    this.threads.delete(id);
  }

  clear(): void {
    for (const id of [...this.threads.keys()]) this.drop(id);
  }

  private showComment(comment: PlacedComment): void {
    const thread = this.threads.get(comment.id);
    const note = thread && noteIn(thread);
    if (note === undefined) {
      const made = ReviewNote.of(comment);
      this.take(made, this.controller.createCommentThread(...this.placeOf(comment), [made]));
    } else if (!note.isEdited) {
      note.show(comment.text);
      this.redraw(note);
    }
  }

  private placeOf({ place }: PlacedComment): [Uri, Range] {
    const { path, line, endLine = line } = place;
    const folder = this.folder.folder.uri.toString();
    const uri = checkpointUri({ folder, checkpoint: this.read?.to ?? '', path });
    return [uri, new Range(line - 1, 0, endLine - 1, 0)];
  }
}

function noteIn({ comments: [note] }: CommentThread): ReviewNote | undefined {
  return note instanceof ReviewNote ? note : undefined;
}
