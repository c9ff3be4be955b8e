import type { TaskOverview } from '../../model/overview/overview';
import { isSameAsked, type AskedKey } from '../../model/permissions/askedPermission';
import { askedInFolder, type AskedInFolder } from '../folders/askedInFolder';
import type { FolderApp } from '../folders/folderApp';
import type { NotificationSurface } from './notificationSurface';
import { NotificationQueue } from './notificationQueue';
import type { ActionAnswer } from './showAnswer';

/** The button that leads to the answer, of several to a list of them. */
export const ANSWER = 'Answer…';
export const SHOW = 'Show';
/** Ends the message about what does not fit into it. */
export const NOT_IN_FULL = ' – not all of it fits here';

/** What agents ask, and what a notification about it says and does. */
export interface AskedKind<T extends AskedKey> {
  readonly list: (task: TaskOverview) => readonly T[];
  readonly message: (asked: readonly AskedInFolder<T>[]) => string;
  readonly buttons: (asked: readonly AskedInFolder<T>[]) => readonly string[];
  /** Does what a button says; `open` has `first`, and with `ANSWER` of several all that waits. */
  readonly act: (
    button: string,
    asked: {
      readonly first: AskedInFolder<T>;
      readonly open: readonly AskedInFolder<T>[];
    },
  ) => Promise<ActionAnswer | undefined>;
  /** What it is called where several have ended. */
  readonly plural: string;
}

/**
 * Notifies about what agents ask: one notification at a time, several requests in one, and none about a task while an
 * outdated one about it is open. That one says so when it is pressed; what waits by then follows.
 */
export class AskedNotification<T extends AskedKey> {
  /** What waited in the newest overview, by folder. */
  private readonly seen = new Map<string, readonly AskedInFolder<T>[]>();
  private readonly queue: NotificationQueue<AskedInFolder<T>>;

  constructor(
    private readonly kind: AskedKind<T>,
    private readonly options: NotificationSurface,
  ) {
    this.queue = new NotificationQueue({
      stillNeedYou: (asked) => this.stillOpen(asked),
      ask: (asked) => this.ask(asked),
      subject: ({ folder, task }) => JSON.stringify([folder.folder.uri.toString(), task.id]),
      onFailure: (error) => this.reportFailure(error),
    });
  }

  /** Call after each new overview; notifies about what waits since the previous one. */
  update(folder: FolderApp): void {
    if (folder.overview === undefined) return;
    const key = folder.folder.uri.toString();
    const [before, now] = [this.seen.get(key), askedInFolder(folder, this.kind.list)];
    this.seen.set(key, now);
    if (this.options.level() === 'none') return;
    const isNew = ({ asked }: AskedInFolder<T>): boolean =>
      before?.every((each) => !isSameAsked(each.asked, asked)) === true;
    this.queue.add(now.filter(isNew));
  }

  private async ask(asked: readonly AskedInFolder<T>[]): Promise<void> {
    const { kind, options } = this;
    const choice = await options.ask(`Devs: ${kind.message(asked)}`, kind.buttons(asked));
    if (choice === undefined) return;
    const answer = await this.act(choice, asked);
    if (answer !== undefined) options.showAnswer(answer);
  }

  private async act(
    button: string,
    asked: readonly AskedInFolder<T>[],
  ): Promise<ActionAnswer | undefined> {
    // A button answers what stands in the notification; only a list can show what has come since.
    const isList = button === ANSWER && asked.length > 1;
    const open = isList ? this.queue.take(asked) : this.stillOpen(asked);
    const [first] = open;
    return first === undefined
      ? { ok: true, message: this.alreadyAnswered(asked.length) }
      : await this.kind.act(button, { first, open });
  }

  private stillOpen(asked: readonly AskedInFolder<T>[]): readonly AskedInFolder<T>[] {
    return asked.flatMap((each) => {
      const now = this.options.current(each.folder);
      const found = now && askedInFolder(now, this.kind.list).find((other) => isSame(other, each));
      return found === undefined ? [] : [found];
    });
  }

  /** What an outdated notification answers. */
  private alreadyAnswered(count: number): string {
    return count === 1
      ? 'Too late: this was answered or timed out, or the turn has ended.'
      : `Too late: none of these ${this.kind.plural} is still open.`;
  }

  private reportFailure(error: unknown): void {
    this.options.report(String(error));
    const message = error instanceof Error ? error.message : String(error);
    this.options.showAnswer({ ok: false, message });
  }
}

function isSame(one: AskedInFolder<AskedKey>, other: AskedInFolder<AskedKey>): boolean {
  return one.task.id === other.task.id && isSameAsked(one.asked, other.asked);
}
