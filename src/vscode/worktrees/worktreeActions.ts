import { commands, Uri, window } from 'vscode';
import type { WorkPlace } from '../../ports/worktrees';
import type { TaskInFolder } from '../folders/taskInFolder';
import type { ActionAnswer } from '../notifications/showAnswer';
import type { UserInput } from '../prompts/userInput';
import { sanitizeLabel } from '../text/sanitizeLabel';

/** Opens the worktrees of tasks, outside this window's folder. */
export class WorktreeActions {
  constructor(private readonly input: Pick<UserInput, 'pickTask'>) {}

  /** Opens the folder of a task's worktree in a window of its own. */
  async openWindow(tasks: readonly TaskInFolder[]): Promise<ActionAnswer | undefined> {
    return await this.withPlace(tasks, 'Open the worktree of which task?', async ({ place }) => {
      await openFolder(place.directory);
      return { ok: true, message: '' };
    });
  }

  /** Opens a terminal in a task's worktree, with the variables that its agent has. */
  async openTerminal(tasks: readonly TaskInFolder[]): Promise<ActionAnswer | undefined> {
    const question = 'Open a terminal in the worktree of which task?';
    return await this.withPlace(tasks, question, ({ taskId, place }) => {
      const { directory: cwd, variables: env } = place;
      window.createTerminal({ name: `Devs: ${sanitizeLabel(taskId)}`, cwd, env }).show();
      return Promise.resolve({ ok: true, message: '' });
    });
  }

  private async withPlace(
    tasks: readonly TaskInFolder[],
    placeHolder: string,
    act: (found: { readonly taskId: string; readonly place: WorkPlace }) => Promise<ActionAnswer>,
  ): Promise<ActionAnswer | undefined> {
    const picked = await this.input.pickTask(tasks, {
      placeHolder,
      none: 'No task has a worktree.',
      takeOnlyOne: true,
    });
    if (picked === undefined) return undefined;
    const taskId = picked.task.id;
    const place = await picked.folder.app.worktree(taskId);
    return place === undefined
      ? {
          ok: false,
          message: `${taskId} has no worktree any more: Devs removes the worktree once the task is done.`,
        }
      : await act({ taskId, place });
  }
}

/** Opens a folder in a window of its own, or the window that shows it. */
export async function openFolder(path: string): Promise<void> {
  await commands.executeCommand('vscode.openFolder', Uri.file(path), { forceNewWindow: true });
}
