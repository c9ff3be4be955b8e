import { setImmediate as settled } from 'node:timers/promises';
import type { TaskOverview } from '../../src/model/overview/overview';
import type { Answer } from '../../src/ports/answer';
import type { NotificationLevel } from '../../src/vscode/contributions/contributions';
import type { AskedInFolder } from '../../src/vscode/folders/askedInFolder';
import type { FolderApp } from '../../src/vscode/folders/folderApp';
import type { NotificationSurface } from '../../src/vscode/notifications/notificationSurface';
import { restingOverview } from './overviewSamples';

interface Notification {
  readonly update: (folder: FolderApp) => void;
}

/** Notifications about what agents ask in one folder, as a user sees them: none can be closed by the extension. */
export class NotificationScene<T extends { readonly id: string }> {
  /** Text of each notification, oldest first. */
  readonly asked: string[] = [];
  /** Buttons of the newest. */
  buttons: readonly string[] = [];
  /** What was told after a press. */
  readonly told: Answer[] = [];
  /** What was done, with the ids: "answer 1,2". */
  readonly acted: string[] = [];
  level: NotificationLevel = 'needsYou';
  private readonly presses: ((button: string | undefined) => void)[] = [];
  private now: FolderApp;
  private readonly notification: Notification;

  /** `tasksWith`: the tasks of the folder when this waits. */
  constructor(
    create: (surface: NotificationSurface) => Notification,
    private readonly tasksWith: (asked: readonly T[]) => readonly TaskOverview[],
  ) {
    this.notification = create({
      ask: (text, offered) => {
        this.asked.push(text);
        this.buttons = offered;
        return new Promise((resolve) => this.presses.push(resolve));
      },
      level: () => this.level,
      current: () => this.now,
      showAnswer: (answer) => this.told.push(answer),
      report: () => undefined,
    });
    this.now = this.folder([]);
    this.shows();
  }

  /** A new overview, in which this waits. */
  shows(...asked: readonly T[]): void {
    this.now = this.folder(asked);
    this.notification.update(this.now);
  }

  /** Presses a button of a notification, the newest unless its number says otherwise; undefined closes it. */
  async choose(button: string | undefined, number = this.presses.length): Promise<void> {
    this.presses[number - 1]?.(button);
    await settled();
  }

  /** Notes what a button did. */
  did(what: string, asked: readonly AskedInFolder<{ readonly id: string }>[]): Promise<Answer> {
    this.acted.push(`${what} ${asked.map((each) => each.asked.id).join(',')}`);
    return Promise.resolve({ ok: true, message: 'done' });
  }

  private folder(asked: readonly T[]): FolderApp {
    const folder = { name: 'shop', uri: { toString: () => 'file:///shop' } };
    const overview = { ...restingOverview(), tasks: this.tasksWith(asked) };
    return { folder, overview } as unknown as FolderApp;
  }
}
