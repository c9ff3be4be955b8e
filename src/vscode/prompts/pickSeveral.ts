import { ThemeIcon, window, type QuickPick } from 'vscode';
import { pickItems, type PickItem } from './pickItems';
import type { Choice, SeveralOptions } from './userInput';

/** A list of which several lines can be chosen; its title and a button there say what accepting does. */
export async function pickSeveral<T>(
  choices: readonly Choice<T>[],
  options: SeveralOptions<T>,
): Promise<readonly T[] | undefined> {
  const list = window.createQuickPick<PickItem<T>>();
  try {
    return await ask(list, choices, options);
  } finally {
    list.dispose();
  }
}

function ask<T>(
  list: QuickPick<PickItem<T>>,
  choices: readonly Choice<T>[],
  { title, accept, placeHolder, nothingChosen, look }: SeveralOptions<T>,
): Promise<readonly T[] | undefined> {
  const chosen = (): readonly T[] =>
    list.selectedItems.flatMap(({ choice }) => (choice === undefined ? [] : [choice.value]));
  const nameActions = (): void => {
    list.title = title(chosen());
    list.buttons = [{ iconPath: new ThemeIcon('check'), tooltip: accept(chosen()) }];
  };
  list.canSelectMany = true;
  list.ignoreFocusOut = true;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.placeholder = placeHolder;
  const buttons = look && [{ iconPath: new ThemeIcon('diff'), tooltip: look.name }];
  list.items = pickItems(choices, buttons);
  list.selectedItems = list.items.filter(({ picked }) => picked);
  nameActions();
  list.onDidChangeSelection(nameActions);
  list.onDidTriggerItemButton(({ item: { choice } }) => choice && look?.open(choice.value));
  return new Promise((resolve) => {
    const acceptChosen = (): void => {
      if (nothingChosen !== undefined && chosen().length === 0) list.title = nothingChosen;
      else resolve(chosen());
    };
    list.onDidAccept(acceptChosen);
    list.onDidTriggerButton(acceptChosen);
    list.onDidHide(() => {
      resolve(undefined);
    });
    list.show();
  });
}
