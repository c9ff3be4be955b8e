import type { TaskOverview } from '../../model/overview/overview';
import { seenChange } from '../../model/overview/seenChange';
import type { SeenChange } from '../../model/review/seenChange';
import type { FolderApp } from './folderApp';

/** A task and the folder that it belongs to. */
export interface TaskInFolder {
  readonly folder: FolderApp;
  readonly task: TaskOverview;
  /** The work that the user saw before they decided; absent: what `task` shows. */
  readonly seen?: SeenChange;
}

/** The work of the task that a decision is about. */
export function seenIn({ task, seen }: TaskInFolder): SeenChange {
  return seen ?? seenChange(task);
}

/** The tasks of a folder that match `applies`, from a fresh overview. */
export async function findTasks(
  folder: FolderApp,
  applies: (task: TaskOverview) => boolean,
): Promise<readonly TaskInFolder[]> {
  const { tasks } = await folder.refresh();
  return tasks.filter(applies).map((task) => ({ folder, task }));
}
