import type { Answer } from '../../ports/answer';
import type { FolderApp } from './folderApp';

/** Opens pages of tasks in the editor area. */
export interface TaskOpener {
  /** Opens the page of a task or brings it to the front, at its report if that is wanted. */
  open(folder: FolderApp, taskId: string, wanted?: 'report'): Promise<Answer>;
}
