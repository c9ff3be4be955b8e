import type { Overview, TaskOverview } from '../../model/overview/overview';
import type { CommandArgument } from '../contributions/commandArgument';

/** A button below an answer; `title` is plain text. */
export interface ChatButton {
  readonly title: string;
  readonly command: string;
  readonly argument?: CommandArgument;
}

/** An answer in the chat. No text of an agent takes effect in its Markdown. */
export interface ChatAnswer {
  readonly markdown: string;
  readonly buttons: readonly ChatButton[];
}

/** A folder that has a `devs.yaml`, as of a fresh overview. */
export interface ChatFolder {
  readonly uri: string;
  readonly name: string;
  readonly overview: Overview;
}

/** A task and its folder. */
export interface ChatTask {
  readonly folder: ChatFolder;
  readonly task: TaskOverview;
}

/** The tasks of all folders, in order. */
export function tasksOf(folders: readonly ChatFolder[]): readonly ChatTask[] {
  return folders.flatMap((folder) => folder.overview.tasks.map((task) => ({ folder, task })));
}
