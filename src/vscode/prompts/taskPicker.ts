import { window } from 'vscode';
import { nameStatus } from '../../reports/run/statusWords';
import type { TaskInFolder } from '../folders/taskInFolder';
import { sanitizeLabel } from '../text/sanitizeLabel';
import { editorWords } from '../text/editorWords';

/** Texts of the task picker. */
export interface TaskQuestion {
  readonly placeHolder: string;
  /** Message when there is nothing to choose from. */
  readonly none: string;
  /** Whether a single candidate is taken without asking. */
  readonly takeOnlyOne: boolean;
}

/** Asks for one of the tasks; undefined when there is none or the user cancelled. */
export async function pickTask(
  tasks: readonly TaskInFolder[],
  { placeHolder, none, takeOnlyOne }: TaskQuestion,
): Promise<TaskInFolder | undefined> {
  const [first] = tasks;
  if (first === undefined) {
    void window.showInformationMessage(none);
    return undefined;
  }
  if (takeOnlyOne && tasks.length === 1) return first;
  const items = tasks.map((choice) => ({
    label: choice.task.id,
    description: choice.task.title === choice.task.id ? '' : sanitizeLabel(choice.task.title),
    detail: [nameStatus(choice.task), sanitizeLabel(editorWords(choice.task.statusReason))]
      .filter((part) => part !== '')
      .join(': '),
    choice,
  }));
  const picked = await window.showQuickPick(items, {
    placeHolder,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.choice;
}
