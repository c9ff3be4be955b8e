import { QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import type { Choice, PickOptions, UserInput } from './userInput';
import { pickTask } from './taskPicker';

interface Item<T> extends QuickPickItem {
  /** Absent for a heading. */
  readonly choice?: Choice<T>;
}

/** User input with the editor's own lists. */
export const editorInput: UserInput = {
  pickTask: pickTask,
  pickOne: async <T>(choices: readonly Choice<T>[], options: PickOptions) => {
    const picked = await window.showQuickPick(items(choices), { ...shared, ...options });
    return picked?.choice?.value;
  },
  pickSeveral: async <T>(choices: readonly Choice<T>[], options: PickOptions) => {
    const picked = await window.showQuickPick(items(choices), {
      ...shared,
      ...options,
      canPickMany: true,
    });
    return picked?.flatMap(({ choice }) => (choice === undefined ? [] : [choice.value]));
  },
  confirm: async ({ message, detail, button }) => {
    const options = { modal: true, detail };
    return (await window.showWarningMessage(message, options, button)) === button;
  },
};

const shared = { ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true };

function items<T>(choices: readonly Choice<T>[]): Item<T>[] {
  return choices.flatMap((choice) => {
    const { label, description, detail, picked = false, heading } = choice;
    const item: Item<T> = {
      label,
      picked,
      choice,
      ...(description === undefined ? {} : { description }),
      ...(detail === undefined ? {} : { detail }),
    };
    return heading === undefined
      ? [item]
      : [{ label: heading, kind: QuickPickItemKind.Separator }, item];
  });
}
