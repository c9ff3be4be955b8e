import { randomUUID } from 'node:crypto';
import {
  comments,
  CommentThreadCollapsibleState,
  Range,
  window,
  type Comment,
  type CommentReply,
  type CommentThread,
  type Disposable,
  type Selection,
  type TextDocument,
} from 'vscode';
import type { CommentChange, TaskReview } from '../../app/api/app';
import type { TaskOverview } from '../../model/overview/overview';
import type { Answer } from '../../ports/answer';
import { checkpointUri } from '../documents/checkpointDocuments';
import type { FolderApp } from '../folders/folderApp';
import { findReviewed, openComments, type PlacedComment } from './reviewedFiles';
import { ReviewNote } from './reviewNote';

/** A task whose change waits for a review, and what the editor shows of it. */
interface ShownReview {
  readonly folder: FolderApp;
  /** The paused task. */
  readonly taskId: string;
  /** Turn and number of comments for which `review` was read. */
  seen: string;
  /** Undefined until it is read. */
  review: TaskReview | undefined;
  /** By the id of their one comment. */
  readonly threads: Map<string, CommentThread>;
}

/** Dependencies of `ReviewThreads`. */
export interface ReviewThreadsOptions {
  readonly showAnswer: (answer: Answer) => void;
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
  'Open the review of a task, and put the cursor on a line of the changed file, on the right side.';
const OVER = 'This change does not wait for a review any more.';

/** The comments of reviews, in the editor's own threads: one thread for each, kept with the task. */
export class ReviewThreads implements Disposable {
  private readonly controller = comments.createCommentController('devs.review', 'Devs Review');
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
      if (each.folder === folder && !waits) this.end(key, each);
    }
    for (const task of tasks) if (task.review !== undefined) this.follow(folder, task);
  }

  /** Keeps the comment of a thread that the user began. */
  async add({ thread, text }: CommentReply): Promise<void> {
    const found = this.find(thread.uri);
    const { range } = thread;
    if (found === undefined || range === undefined) {
      this.refuse();
      return;
    }
    const [line, endLine] = [range.start.line + 1, range.end.line + 1];
    const place = { path: found.path, line, ...(endLine > line && { endLine }) };
    const id = randomUUID();
    prepare(thread);
    await this.keep(found.shown, {
      ...{ thread, note: new ReviewNote(id, { text, at: new Date().toISOString() }), text },
      change: { kind: 'add', id, comment: { ...place, text } },
    });
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
    const there = this.noteAt(found.shown, document.uri, range);
    const text = await input({
      ...{ path: found.path, line: range.start.line + 1, text: there?.kept ?? '' },
      quoted: document.lineAt(range.start.line).text.trim(),
    });
    if (text === undefined || (text === '' && there === undefined)) return undefined;
    if (there === undefined)
      await this.add({
        thread: this.controller.createCommentThread(document.uri, range, []),
        text,
      });
    else if (text === '') await this.remove(there);
    else {
      there.body = text;
      await this.save(there);
    }
    return undefined;
  }

  /** Opens the box with the text of a comment. */
  edit(note: Comment): void {
    this.redraw(note, (each) => each.edit());
  }

  cancel(note: Comment): void {
    const found = this.threadOf(note);
    if (found?.note.isNew === true) this.drop(found.shown, found.note.id);
    else this.redraw(note, (each) => each.cancel());
  }

  /** Keeps the text in the box of a comment. */
  async save(edited: Comment): Promise<void> {
    const found = this.threadOf(edited);
    if (found === undefined) {
      this.refuse();
      return;
    }
    const { shown, thread, note } = found;
    const text = note.body;
    if (note.isNew) {
      shown.threads.delete(note.id);
      await this.add({ thread, text });
      return;
    }
    const change = { kind: 'edit', id: note.id, text } as const;
    await this.keep(shown, { thread, note, text, change });
  }

  async remove(note: Comment): Promise<void> {
    const found = this.threadOf(note);
    if (found === undefined) {
      this.refuse();
      return;
    }
    const { shown, note: kept } = found;
    if (!kept.isNew) {
      const answer = await this.change(shown, { kind: 'remove', id: kept.id });
      if (!answer.ok) {
        this.options.showAnswer(answer);
        return;
      }
    }
    this.drop(shown, kept.id);
    await shown.folder.refresh();
  }

  dispose(): void {
    this.controller.dispose();
  }

  /** What the user wrote stays in its box where it is refused. */
  private async keep(
    shown: ShownReview,
    {
      thread,
      note,
      text,
      change,
    }: {
      readonly thread: CommentThread;
      readonly note: ReviewNote;
      readonly text: string;
      readonly change: CommentChange;
    },
  ): Promise<void> {
    shown.threads.set(note.id, thread);
    const answer = await this.change(shown, change);
    if (answer.ok) note.show(text);
    else if (change.kind === 'add') note.refuse();
    thread.comments = [note];
    if (!answer.ok) this.options.showAnswer(answer);
    await shown.folder.refresh();
  }

  private change({ folder, taskId }: ShownReview, change: CommentChange): Promise<Answer> {
    return folder.app.changeComment(taskId, change);
  }

  private follow(folder: FolderApp, { id: taskId, review }: TaskOverview): void {
    const key = `${folder.folder.uri.toString()}\n${taskId}`;
    const shown: ShownReview = this.shown.get(key) ?? {
      ...{ folder, taskId, seen: '', review: undefined, threads: new Map() },
    };
    this.shown.set(key, shown);
    const now = `${review?.taskId} ${review?.turn} ${review?.comments}`;
    if (shown.seen === now) return;
    shown.seen = now;
    this.read(key, shown).catch((error: unknown) => this.options.report(String(error)));
  }

  private async read(key: string, shown: ShownReview): Promise<void> {
    const found = await shown.folder.app.review(shown.taskId);
    if (!found.ok || this.shown.get(key) !== shown) return;
    const isNew = shown.review?.to !== found.review.to;
    if (isNew) this.dropAll(shown);
    shown.review = found.review;
    this.showComments(shown, openComments(found.review));
    // Its documents may be open already: their ranges are asked for again.
    if (isNew) this.controller.commentingRangeProvider = this.ranges;
  }

  private showComments(shown: ShownReview, kept: readonly PlacedComment[]): void {
    const ids = new Set(kept.map(({ id }) => id));
    for (const [
      id,
      {
        comments: [note],
      },
    ] of shown.threads)
      if (!ids.has(id) && note instanceof ReviewNote && !note.isNew) this.drop(shown, id);
    for (const comment of kept) {
      const thread = shown.threads.get(comment.id);
      const [note] = thread?.comments ?? [];
      if (thread === undefined) shown.threads.set(comment.id, this.threadFor(shown, comment));
      else if (note instanceof ReviewNote && !note.isEdited) {
        note.show(comment.text);
        thread.comments = [note];
      }
    }
  }

  private threadFor({ folder, review }: ShownReview, comment: PlacedComment): CommentThread {
    const { path, line, endLine = line } = comment.place;
    const address = { folder: folder.folder.uri.toString(), checkpoint: review?.to ?? '', path };
    const range = new Range(line - 1, 0, endLine - 1, 0);
    const note = ReviewNote.of(comment);
    const thread = this.controller.createCommentThread(checkpointUri(address), range, [note]);
    prepare(thread);
    return thread;
  }

  /** The comment on the line in which a selection begins. */
  private noteAt(
    { threads }: ShownReview,
    uri: TextDocument['uri'],
    { start }: Range,
  ): ReviewNote | undefined {
    const thread = [...threads.values()].find(
      (each) => each.uri.toString() === uri.toString() && each.range?.contains(start) === true,
    );
    const [note] = thread?.comments ?? [];
    return note instanceof ReviewNote ? note : undefined;
  }

  private find(
    uri: TextDocument['uri'],
  ): { readonly shown: ShownReview; readonly path: string } | undefined {
    for (const shown of this.shown.values()) {
      const { folder, review } = shown;
      const listed = review === undefined ? [] : [{ folder: folder.folder.uri.toString(), review }];
      const found = findReviewed(uri, listed);
      if (found !== undefined) return { shown, path: found.path };
    }
    return undefined;
  }

  private threadOf(comment: Comment):
    | {
        readonly shown: ShownReview;
        readonly thread: CommentThread;
        readonly note: ReviewNote;
      }
    | undefined {
    if (!(comment instanceof ReviewNote)) return undefined;
    for (const shown of this.shown.values()) {
      const thread = shown.threads.get(comment.id);
      if (thread !== undefined) return { shown, thread, note: comment };
    }
    return undefined;
  }

  private redraw(comment: Comment, change: (note: ReviewNote) => void): void {
    const found = this.threadOf(comment);
    if (found === undefined) return;
    change(found.note);
    found.thread.comments = [found.note];
  }

  private end(key: string, shown: ShownReview): void {
    this.dropAll(shown);
    this.shown.delete(key);
    if (shown.review !== undefined) this.options.onEnd(shown.review);
  }

  private dropAll(shown: ShownReview): void {
    for (const id of [...shown.threads.keys()]) this.drop(shown, id);
  }

  private drop({ threads }: ShownReview, id: string): void {
    threads.get(id)?.dispose();
    threads.delete(id);
  }

  private refuse(): void {
    this.options.showAnswer({ ok: false, message: OVER });
  }
}

/** The lines of a selection, without one in which nothing of it lies. */
function linesOf({ start, end }: Selection): Range {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return new Range(start.line, 0, last, 0);
}

/** A thread has one comment: who reads it is the agent. */
function prepare(thread: CommentThread): void {
  thread.canReply = false;
  thread.label = 'For the agent';
  thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
}

function wholeOf({ lineCount }: TextDocument): Range {
  return new Range(0, 0, Math.max(0, lineCount - 1), 0);
}
