import { CommentMode, type Comment } from 'vscode';
import type { ReviewComment } from '../../model/review/reviewComment';

/** A comment of a review as the editor shows it, in a thread of its own. */
export class ReviewNote implements Comment {
  readonly author = { name: 'You' };
  /** For the menus of comments. */
  readonly contextValue = 'open';
  readonly timestamp: Date;
  mode = CommentMode.Preview;
  /** The shown text; of one that is edited, the editor sets it to what is in the box. */
  body: string;
  /** The text that is kept; undefined before one is. */
  private keptText: string | undefined;

  constructor(
    readonly id: string,
    { text, at }: Pick<ReviewComment, 'text' | 'at'>,
  ) {
    this.body = text;
    this.timestamp = new Date(at);
  }

  /** A comment that is kept with its task. */
  static of(comment: ReviewComment): ReviewNote {
    const note = new ReviewNote(comment.id, comment);
    note.show(comment.text);
    return note;
  }

  /** The text that is kept; '' if none is. */
  get kept(): string {
    return this.keptText ?? '';
  }

  /** Whether it is not kept yet. */
  get isNew(): boolean {
    return this.keptText === undefined;
  }

  get isEdited(): boolean {
    return this.mode === CommentMode.Editing;
  }

  edit(): void {
    this.mode = CommentMode.Editing;
  }

  /** A text was refused: it stays in the box. */
  refuse(text: string): void {
    this.body = text;
    this.edit();
  }

  /** Shows the text that is kept now. */
  show(text: string): void {
    this.keptText = text;
    this.cancel();
  }

  /** Shows the kept text again. */
  cancel(): void {
    this.body = this.kept;
    this.mode = CommentMode.Preview;
  }
}
