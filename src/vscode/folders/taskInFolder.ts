import type { TaskOverview } from '../../model/overview/overview';
import type { FolderApp } from './folderApp';

/** A task and where it belongs. */
export interface TaskInFolder {
  readonly folder: FolderApp;
  readonly task: TaskOverview;
}

/** The tasks of a folder that `applies` to, freshly read. */
export async function findTasks(
  folder: FolderApp,
  applies: (task: TaskOverview) => boolean,
): Promise<readonly TaskInFolder[]> {
  const { tasks } = await folder.refresh();
  return tasks.filter(applies).map((task) => ({ folder, task }));
}
