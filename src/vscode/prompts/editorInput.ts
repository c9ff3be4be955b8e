import { window } from 'vscode';
import { enterLine } from './enterLine';
import { pickSeveral } from './pickSeveral';
import { pickItems } from './pickItems';
import type { Choice, PickOptions, UserInput } from './userInput';
import { pickTask } from './taskPicker';

/** User input with the editor's own lists. */
export const editorInput: UserInput = {
  pickTask: pickTask,
  pickOne: async <T>(choices: readonly Choice<T>[], options: PickOptions) => {
    const picked = await window.showQuickPick(pickItems(choices), { ...shared, ...options });
    return picked?.choice?.value;
  },
  pickSeveral: pickSeveral,
  enterLine: enterLine,
  confirm: async ({ message, detail, button }) => {
    const options = { modal: true, detail };
    return (await window.showWarningMessage(message, options, button)) === button;
  },
};

const shared = { ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true };
