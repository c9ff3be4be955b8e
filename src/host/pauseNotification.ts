import { window } from 'vscode';
import type { FolderApp } from './folderApp';
import { tasksNeedingYou } from './needsYou';
import { notificationLevel } from './notificationSetting';
import { pauseMessage } from './pauseMessage';
import { PauseWatch } from './pauseWatch';
import type { TaskInFolder } from './taskPicker';

/** The three answers to a pause; each gets the tasks that the notification was about. */
export interface PauseActions {
  resume(tasks: readonly TaskInFolder[]): Promise<unknown>;
  skip(tasks: readonly TaskInFolder[]): Promise<unknown>;
  showReport(tasks: readonly TaskInFolder[]): Promise<unknown>;
}

const RESUME = 'Resume with Hint…';
const SKIP = 'Skip';
const SHOW_REPORT = 'Show Report';

/** Tells of tasks that need a human: one notification at a time, several pauses in one. */
export class PauseNotification {
  private readonly watch = new PauseWatch();
  private waiting: TaskInFolder[] = [];
  private shown: readonly TaskInFolder[] = [];

  constructor(
    private readonly actions: PauseActions,
    private readonly report: (problem: string) => void,
  ) {}

  /** To be told after each new overview; tells of what has come to need a human since. */
  update(folder: FolderApp): void {
    if (folder.overview === undefined) return;
    const paused = this.watch.look(folder.folder.uri.toString(), folder.overview);
    if (notificationLevel() === 'none') return;
    this.waiting.push(...paused.map((task) => ({ folder, task })));
    if (this.shown.length > 0 || this.waiting.length === 0) return;
    this.show().catch((error: unknown) => this.report(String(error)));
  }

  /** Whether a notification about the task is open or comes next. */
  covers(folder: FolderApp, taskId: string): boolean {
    return [...this.shown, ...this.waiting].some(
      (each) => each.task.id === taskId && each.folder === folder,
    );
  }

  private async show(): Promise<void> {
    while (this.waiting.length > 0) {
      this.shown = this.waiting.filter(stillNeedsYou);
      this.waiting = [];
      if (this.shown.length > 0) await this.ask(this.shown);
    }
    this.shown = [];
  }

  private async ask(tasks: readonly TaskInFolder[]): Promise<void> {
    const paused = tasks.map(({ folder, task }) => ({ folder: folder.folder.name, task }));
    const severalFolders = new Set(paused.map(({ folder }) => folder)).size > 1;
    const hasReport = tasks.some(({ task }) => task.report !== undefined);
    const buttons = [RESUME, SKIP, ...(hasReport ? [SHOW_REPORT] : [])];
    const text = `Devs: ${pauseMessage(paused, severalFolders)}`;
    const choice = await window.showWarningMessage(text, ...buttons);
    if (choice === undefined) return;
    // What was paused while the notification was open is part of the choice, not of a second one.
    const left = [...tasks, ...this.waiting].filter(stillNeedsYou);
    this.waiting = [];
    if (choice === RESUME) await this.actions.resume(left);
    if (choice === SKIP) await this.actions.skip(left);
    if (choice === SHOW_REPORT) await this.actions.showReport(left);
  }
}

function stillNeedsYou({ folder, task }: TaskInFolder): boolean {
  return tasksNeedingYou(folder.overview).some((each) => each.id === task.id);
}
