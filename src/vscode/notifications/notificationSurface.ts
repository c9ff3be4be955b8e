import type { NotificationLevel } from '../contributions/contributions';
import type { FolderApp } from '../folders/folderApp';
import type { ActionAnswer } from './showAnswer';

/** What notifications that need you need of the editor. */
export interface NotificationSurface {
  /** Shows the notification; resolves with the pressed button, undefined when it was closed. */
  readonly ask: (text: string, buttons: readonly string[]) => PromiseLike<string | undefined>;
  readonly level: () => NotificationLevel;
  /** The current app of the folder (settings changes recreate it); undefined when the folder was removed. */
  readonly current: (folder: FolderApp) => FolderApp | undefined;
  /** Shows the result of the action. */
  readonly showAnswer: (answer: ActionAnswer) => void;
  readonly report: (problem: string) => void;
}
