import type { NotificationSurface } from './notificationSurface';
import type { FolderApp } from '../folders/folderApp';
import { pausedTasks } from './tasksNeedingYou';
import { NotificationQueue } from './notificationQueue';
import { pauseMessage, titleOf } from './pauseMessage';
import { PauseWatch } from './pauseWatch';
import { isMissingRemedy } from '../../reports/task/nextStep';
import { seenIn, type TaskInFolder } from '../folders/taskInFolder';
import type { ActionAnswer } from './showAnswer';

/** An action of the notification, called with its tasks. */
type PauseAction = (tasks: readonly TaskInFolder[]) => Promise<ActionAnswer | undefined>;

/** Dependencies of a notification. */
export interface PauseNotificationOptions extends NotificationSurface {
  readonly actions: {
    readonly rewind: PauseAction;
    readonly skip: PauseAction;
    /** Shows the first task in the dashboard, with the cursor in its hint box. */
    readonly answer: PauseAction;
    /** Resumes without asking for a hint. */
    readonly resumeAsIs: PauseAction;
    readonly accept: PauseAction;
    readonly review: PauseAction;
    /** Asks what is to be said about a reviewed change. */
    readonly sendBack: PauseAction;
    readonly allowMore: PauseAction;
    readonly showReport: PauseAction;
  };
}

const BUTTONS = { answer: 'Answer…', rewind: 'Rewind…', skip: 'Skip' } as const;
/** Replaces `answer` when every task waits for something outside it, such as a login, which its reason names. */
const RESUME = 'Resume';
/** Replace the others when every task waits because of a doubtful pass. */
const ACCEPT = 'Accept';
const SEND_BACK = 'Send Back…';
/** Replaces "Rewind…" when every task waits for a review. */
const REVIEW = 'Review Changes';
/** Replaces `rewind` when every task is blocked: its report says what is missing. */
const SHOW_REPORT = 'Show Report';
/** Replaces `answer` when the budget of every task is used up. */
const ALLOW_MORE = 'Allow More…';

/** Notifies about tasks that need you: one notification at a time, several pauses in one. */
export class PauseNotification {
  private readonly watch = new PauseWatch();
  private readonly queue: NotificationQueue<TaskInFolder>;

  constructor(private readonly options: PauseNotificationOptions) {
    this.queue = new NotificationQueue({
      stillNeedYou: (tasks) => this.stillNeedYou(tasks),
      ask: (tasks) => this.ask(tasks),
      onFailure: (error) => this.reportFailure(error),
    });
  }

  /** Call after each new overview; notifies about tasks that need you since the previous one. */
  update(folder: FolderApp): void {
    if (folder.overview === undefined) return;
    const paused = this.watch.findNewlyPaused(folder.folder.uri.toString(), folder.overview);
    if (this.options.level() === 'none') return;
    this.queue.add(paused.map((task) => ({ folder, task })));
  }

  /** Whether a notification about the task is open or pending. */
  covers(folder: FolderApp, taskId: string): boolean {
    return this.queue.all().some((each) => each.task.id === taskId && each.folder === folder);
  }

  private async ask(tasks: readonly TaskInFolder[]): Promise<void> {
    const paused = tasks.map(({ folder, task }) => ({ folder: folder.folder.name, task }));
    const severalFolders = new Set(paused.map(({ folder }) => folder)).size > 1;
    const text = `Devs: ${pauseMessage(paused, severalFolders)}`;
    const choice = await this.options.ask(text, buttonsFor(tasks));
    if (choice === undefined) return;
    const answer = await this.act(choice, tasks);
    if (answer !== undefined) this.options.showAnswer(answer);
  }

  private async act(
    choice: string,
    asked: readonly TaskInFolder[],
  ): Promise<ActionAnswer | undefined> {
    const { actions } = this.options;
    const tasks = this.queue.take(asked).map((each) => asSeen(each, asked));
    if (tasks.length === 0) return { ok: true, message: alreadyDone(asked) };
    if (choice === SHOW_REPORT) return actions.showReport(tasks);
    if (choice === ACCEPT) return actions.accept(tasks);
    if (choice === REVIEW) return actions.review(tasks);
    if (choice === SEND_BACK && areReviewed(tasks)) return actions.sendBack(tasks);
    if (choice === ALLOW_MORE) return actions.allowMore(tasks);
    if (choice === RESUME) return actions.resumeAsIs(tasks);
    if (choice === BUTTONS.skip) return actions.skip(tasks);
    return choice === BUTTONS.rewind ? actions.rewind(tasks) : actions.answer(tasks);
  }

  private stillNeedYou(tasks: readonly TaskInFolder[]): readonly TaskInFolder[] {
    return tasks.flatMap(({ folder, task }) => {
      const now = this.options.current(folder);
      const found = pausedTasks(now?.overview).find((each) => each.id === task.id);
      return now !== undefined && found !== undefined ? [{ folder: now, task: found }] : [];
    });
  }

  private reportFailure(error: unknown): void {
    this.options.report(String(error));
    const message = error instanceof Error ? error.message : String(error);
    this.options.showAnswer({ ok: false, message });
  }
}

/** Offers first what helps: an answer, Accept where all passes are doubtful, Resume where something outside is missing. */
function buttonsFor(tasks: readonly TaskInFolder[]): readonly string[] {
  if (areReviewed(tasks)) return [REVIEW, ACCEPT, SEND_BACK];
  if (tasks.every(({ task }) => task.interventions.includes('accept'))) {
    return [ACCEPT, SEND_BACK, BUTTONS.rewind];
  }
  if (tasks.every(({ task }) => isMissingRemedy(task))) return [RESUME, SHOW_REPORT, BUTTONS.skip];
  if (tasks.every(({ task }) => task.report?.reason === 'BUDGET')) {
    return [ALLOW_MORE, BUTTONS.rewind, BUTTONS.skip];
  }
  if (tasks.every(({ task }) => task.status === 'blocked')) {
    return [BUTTONS.answer, SHOW_REPORT, BUTTONS.skip];
  }
  return Object.values(BUTTONS);
}

/** Whether the changes of all wait for a review. */
function areReviewed(tasks: readonly TaskInFolder[]): boolean {
  return tasks.every(({ task }) => task.review !== undefined);
}

/** A task as it is now, with the work that the notification was about. */
function asSeen(now: TaskInFolder, asked: readonly TaskInFolder[]): TaskInFolder {
  const folder = now.folder.folder.uri.toString();
  const shown = asked.find(
    (each) => each.task.id === now.task.id && each.folder.folder.uri.toString() === folder,
  );
  return shown === undefined ? now : { ...now, seen: seenIn(shown) };
}

/** What an outdated notification answers. */
function alreadyDone(tasks: readonly TaskInFolder[]): string {
  const [first] = tasks;
  return tasks.length === 1 && first !== undefined
    ? `Nothing to do: ${titleOf(first.task)} no longer needs you.`
    : 'Nothing to do: none of these tasks needs you any more.';
}
