import { randomUUID } from 'node:crypto';
import {
  comments,
  Range,
  window,
  type Comment,
  type CommentReply,
  type CommentThread,
  type Disposable,
  type Selection,
  type TextDocument,
} from 'vscode';
import type { TaskReview } from '../../app/api/answers';
import type { CommentChange } from '../../app/api/requests';
import type { TaskOverview } from '../../model/overview/overview';
import type { Answer } from '../../ports/answer';
import { REVIEW_COMMENTS } from '../contributions/contributions';
import type { FolderApp } from '../folders/folderApp';
import { ReviewNote } from './reviewNote';
import { ShownReview } from './shownReview';

/** Dependencies of `ReviewThreads`. */
export interface ReviewThreadsOptions {
  readonly showAnswer: (answer: Answer) => void;
  /** The review of a task was read for the first time in this window. */
  readonly onBegin: (folder: FolderApp, review: TaskReview) => void;
  /** A change does not wait for a review any more. */
  readonly onEnd: (review: TaskReview) => void;
  readonly report: (problem: string) => void;
}

/** Asks for the text of a comment on a line; undefined when the user cancelled. */
export type CommentInput = (asked: {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Text of that line. */
  readonly quoted: string;
  /** Text of the comment that is there; '' for none. */
  readonly text: string;
}) => Promise<string | undefined>;

const NO_LINE =
  'To comment, open the review of a task and put the cursor on a line of a changed file, on the right side of the diff.';
const OVER = 'This change is no longer waiting for a review.';

/** A comment that is to be kept, and where it is shown. */
interface Keeping {
  readonly shown: ShownReview;
  readonly note: ReviewNote;
  readonly text: string;
  readonly change: CommentChange;
}

/** The comments of reviews in the editor's own threads, kept with their tasks. */
export class ReviewThreads implements Disposable {
  private readonly controller = comments.createCommentController(REVIEW_COMMENTS, 'Devs Review');
  private readonly shown = new Map<string, ShownReview>();
  private readonly ranges = {
    provideCommentingRanges: (document: TextDocument): Range[] =>
      this.find(document.uri) === undefined ? [] : [wholeOf(document)],
  };

  constructor(private readonly options: ReviewThreadsOptions) {
    this.controller.options = {
      prompt: 'Comment for the agent',
      placeHolder: 'What should the agent change here?',
    };
    this.controller.commentingRangeProvider = this.ranges;
  }

  /** Call after each new overview. */
  update(folder: FolderApp): void {
    const tasks = folder.overview?.tasks ?? [];
    for (const [key, each] of this.shown) {
      const waits = tasks.some(({ id, review }) => id === each.taskId && review !== undefined);
      if (each.folder !== folder || waits) continue;
      each.clear();
      this.shown.delete(key);
      if (each.review !== undefined) this.options.onEnd(each.review);
    }
    for (const task of tasks) if (task.review !== undefined) this.follow(folder, task);
  }

  /** Keeps the comment of a thread that the user began. */
  async add({ thread, text }: CommentReply): Promise<void> {
    const found = this.find(thread.uri);
    const { range } = thread;
    if (found === undefined || range === undefined) {
      this.options.showAnswer({ ok: false, message: OVER });
      return;
    }
    const [line, endLine] = [range.start.line + 1, range.end.line + 1];
    const place = { path: found.path, line, ...(endLine > line && { endLine }) };
    const note = new ReviewNote(randomUUID(), { text, at: new Date().toISOString() });
    found.shown.take(note, thread);
    const change = { kind: 'add', id: note.id, comment: { ...place, text } } as const;
    await this.keep({ shown: found.shown, note, text, change });
  }

  /**
   * Comments on the selected lines of a review, or changes the comment there; an empty text removes it. VS Code's own command
   * for this finds no editor among those of several files.
   */
  async comment(input: CommentInput): Promise<Answer | undefined> {
    const editor = window.activeTextEditor;
    const found = editor && this.find(editor.document.uri);
    if (editor === undefined || found === undefined) return { ok: false, message: NO_LINE };
    const { document, selection } = editor;
    const range = linesOf(selection);
    const there = found.shown.noteAt(document.uri, range);
    const text = await input({
      ...{ path: found.path, line: range.start.line + 1, text: there?.kept ?? '' },
      quoted: document.lineAt(range.start.line).text.trim(),
    });
    if (text === undefined) return undefined;
    if (there !== undefined) await (text === '' ? this.remove(there) : this.save(there, text));
    else if (text !== '') {
      const thread = this.controller.createCommentThread(document.uri, range, []);
      await this.add({ thread, text });
    }
    return undefined;
  }

  /** Opens the box with the text of a comment. */
  edit(comment: Comment): void {
    this.onNote(comment, ({ shown, note }) => {
      note.edit();
      shown.redraw(note);
    });
  }

  /** Closes it without a change. */
  cancel(comment: Comment): void {
    this.onNote(comment, ({ shown, note }) => {
      note.cancel();
      if (note.isNew) shown.drop(note.id);
      else shown.redraw(note);
    });
  }

  /** Keeps a text for a comment: the one in its box, unless another is given. */
  async save(comment: Comment, given?: string): Promise<void> {
    await this.onNote(comment, async ({ shown, note, thread }) => {
      const text = given ?? note.body;
      if (note.isNew) {
        shown.forget(note);
        await this.add({ thread, text });
      } else await this.keep({ shown, note, text, change: { kind: 'edit', id: note.id, text } });
    });
  }

  async remove(comment: Comment): Promise<void> {
    await this.onNote(comment, async ({ shown, note }) => {
      const { folder, taskId } = shown;
      const change = { kind: 'remove', id: note.id } as const;
      const answer = note.isNew ? undefined : await folder.app.changeComment(taskId, change);
      if (answer?.ok === false) this.options.showAnswer(answer);
      else shown.drop(note.id);
      await folder.refresh();
    });
  }

  dispose(): void {
    this.controller.dispose();
  }

  /** What the user wrote stays in its box where it is refused. */
  private async keep({ shown, note, text, change }: Keeping): Promise<void> {
    const { folder, taskId } = shown;
    const answer = await folder.app.changeComment(taskId, change);
    if (answer.ok) note.show(text);
    else note.refuse(text);
    shown.redraw(note);
    if (!answer.ok) this.options.showAnswer(answer);
    await folder.refresh();
  }

  private follow(folder: FolderApp, { id: taskId, review }: TaskOverview): void {
    const key = `${folder.folder.uri.toString()}\n${taskId}`;
    const shown = this.shown.get(key) ?? new ShownReview(folder, taskId, this.controller);
    this.shown.set(key, shown);
    const now = `${review?.taskId} ${review?.turn} ${review?.comments}`;
    if (shown.readFor === now) return;
    shown.readFor = now;
    this.read(key, shown).catch((error: unknown) => this.options.report(String(error)));
  }

  private async read(key: string, shown: ShownReview): Promise<void> {
    const found = await shown.folder.app.review(shown.taskId);
    if (!found.ok || this.shown.get(key) !== shown) return;
    const isFirst = shown.review === undefined;
    // Its documents may be open already: their ranges are asked for again.
    if (shown.show(found.review)) this.controller.commentingRangeProvider = this.ranges;
    if (isFirst) this.options.onBegin(shown.folder, found.review);
  }

  private find(
    uri: TextDocument['uri'],
  ): { readonly shown: ShownReview; readonly path: string } | undefined {
    for (const shown of this.shown.values()) {
      const path = shown.pathOf(uri);
      if (path !== undefined) return { shown, path };
    }
    return undefined;
  }

  /** Acts on a comment of a review that still waits. */
  private onNote<T>(
    comment: Comment,
    act: (found: {
      readonly shown: ShownReview;
      readonly note: ReviewNote;
      readonly thread: CommentThread;
    }) => T,
  ): T | undefined {
    const note = comment instanceof ReviewNote ? comment : undefined;
    for (const shown of this.shown.values()) {
      const thread = note && shown.threadOf(note);
      if (note !== undefined && thread !== undefined) return act({ shown, note, thread });
    }
    this.options.showAnswer({ ok: false, message: OVER });
    return undefined;
  }
}

/** The lines of a selection, without a last one in which nothing of it lies. */
function linesOf({ start, end }: Selection): Range {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return new Range(start.line, 0, last, 0);
}

function wholeOf({ lineCount }: TextDocument): Range {
  return new Range(0, 0, Math.max(0, lineCount - 1), 0);
}
