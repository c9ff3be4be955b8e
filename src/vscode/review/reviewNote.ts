import { CommentMode, type Comment } from 'vscode';
import type { ReviewComment } from '../../model/review/reviewComment';

/** A comment of a review as the editor shows it, in a thread of its own. */
export class ReviewNote implements Comment {
  readonly author = { name: 'You' };
  /** For the menus of comments. */
  readonly contextValue = 'open';
  readonly timestamp: Date;
  mode = CommentMode.Preview;
  /** While it is edited, what stands in its box once that is accepted. */
  body: string;
  private keptText: string;

  constructor(
    readonly id: string,
    { text, at }: Pick<ReviewComment, 'text' | 'at'>,
  ) {
    this.body = text;
    this.keptText = text;
    this.timestamp = new Date(at);
  }

  static of({ id, text, at }: ReviewComment): ReviewNote {
    return new ReviewNote(id, { text, at });
  }

  /** It could not be kept: its text stays in its box. */
  refuse(): void {
    this.keptText = '';
    this.mode = CommentMode.Editing;
  }

  /** The text that is kept; '' for one that could not be. */
  get kept(): string {
    return this.keptText;
  }

  /** Whether it was never kept. */
  get isNew(): boolean {
    return this.keptText === '';
  }

  get isEdited(): boolean {
    return this.mode === CommentMode.Editing;
  }

  edit(): void {
    this.mode = CommentMode.Editing;
  }

  /** Shows the text that is kept now. */
  show(text: string): void {
    this.keptText = text;
    this.cancel();
  }

  /** Shows the kept text again. */
  cancel(): void {
    this.body = this.keptText;
    this.mode = CommentMode.Preview;
  }
}
