import type { TaskOverview } from '../../model/overview/overview';
import type { FolderApp } from './folderApp';

/** A task and the folder that it belongs to. */
export interface TaskInFolder {
  readonly folder: FolderApp;
  readonly task: TaskOverview;
}

/** The tasks of a folder that match `applies`, from a fresh overview. */
export async function findTasks(
  folder: FolderApp,
  applies: (task: TaskOverview) => boolean,
): Promise<readonly TaskInFolder[]> {
  const { tasks } = await folder.refresh();
  return tasks.filter(applies).map((task) => ({ folder, task }));
}
