import type { Answer } from '../ports/answer';
import type { NotificationLevel } from './contributions';
import type { FolderApp } from './folderApp';
import { tasksNeedingYou } from './needsYou';
import { pauseMessage } from './pauseMessage';
import { PauseWatch } from './pauseWatch';
import type { TaskInFolder } from './taskPicker';

/** One answer to a pause: gets the tasks that the notification was about. */
type PauseAction = (tasks: readonly TaskInFolder[]) => Promise<Answer | undefined>;

/** What a notification works with. */
export interface PauseNotificationOptions {
  readonly actions: {
    readonly resume: PauseAction;
    readonly skip: PauseAction;
    readonly showReport: PauseAction;
  };
  /** Shows it; the button that was pressed, undefined when it was closed. */
  readonly ask: (text: string, buttons: readonly string[]) => PromiseLike<string | undefined>;
  readonly level: () => NotificationLevel;
  /** The folder's app as it is now: a changed setting makes a new one; undefined when the folder is gone. */
  readonly now: (folder: FolderApp) => FolderApp | undefined;
  /** Tells the human what came of the choice. */
  readonly tell: (answer: Answer) => void;
  readonly report: (problem: string) => void;
}

const RESUME = 'Resume with Hint…';
const SKIP = 'Skip';
const SHOW_REPORT = 'Show Report';

/** Tells of tasks that need a human: one notification at a time, several pauses in one. */
export class PauseNotification {
  private readonly watch = new PauseWatch();
  private waiting: TaskInFolder[] = [];
  private shown: readonly TaskInFolder[] = [];

  constructor(private readonly options: PauseNotificationOptions) {}

  /** To be told after each new overview; tells of what has come to need a human since. */
  update(folder: FolderApp): void {
    if (folder.overview === undefined) return;
    const paused = this.watch.look(folder.folder.uri.toString(), folder.overview);
    if (this.options.level() === 'none') return;
    this.waiting.push(...paused.map((task) => ({ folder, task })));
    if (this.shown.length > 0 || this.waiting.length === 0) return;
    this.show().catch((error: unknown) => this.failed(error));
  }

  /** Whether a notification about the task is open or comes next. */
  covers(folder: FolderApp, taskId: string): boolean {
    return [...this.shown, ...this.waiting].some(
      (each) => each.task.id === taskId && each.folder === folder,
    );
  }

  private async show(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        this.shown = this.stillNeedYou(this.waiting);
        this.waiting = [];
        if (this.shown.length > 0) await this.ask(this.shown);
      }
    } finally {
      this.shown = [];
    }
  }

  private async ask(tasks: readonly TaskInFolder[]): Promise<void> {
    const paused = tasks.map(({ folder, task }) => ({ folder: folder.folder.name, task }));
    const severalFolders = new Set(paused.map(({ folder }) => folder)).size > 1;
    const buttons = [RESUME, SKIP, ...(tasks.some(hasReport) ? [SHOW_REPORT] : [])];
    const text = `Devs: ${pauseMessage(paused, severalFolders)}`;
    const choice = await this.options.ask(text, buttons);
    if (choice === undefined) return;
    // What was paused while the notification was open is part of the choice, not of a second one.
    const left = this.stillNeedYou([...tasks, ...this.waiting]);
    this.waiting = [];
    const answer = await this.act(choice, left);
    if (answer !== undefined) this.options.tell(answer);
  }

  private async act(choice: string, tasks: readonly TaskInFolder[]): Promise<Answer | undefined> {
    const { actions } = this.options;
    if (choice === RESUME) return actions.resume(tasks);
    if (choice === SKIP) return actions.skip(tasks);
    return actions.showReport(tasks.filter(hasReport));
  }

  private stillNeedYou(tasks: readonly TaskInFolder[]): readonly TaskInFolder[] {
    return tasks.flatMap(({ folder, task }) => {
      const now = this.options.now(folder);
      const needs = tasksNeedingYou(now?.overview).some((each) => each.id === task.id);
      return now !== undefined && needs ? [{ folder: now, task }] : [];
    });
  }

  private failed(error: unknown): void {
    this.options.report(String(error));
    const message = error instanceof Error ? error.message : String(error);
    this.options.tell({ ok: false, message });
  }
}

function hasReport({ task }: TaskInFolder): boolean {
  return task.report !== undefined;
}
