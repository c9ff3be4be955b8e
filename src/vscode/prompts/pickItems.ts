import { QuickPickItemKind, type QuickInputButton, type QuickPickItem } from 'vscode';
import type { Choice } from './userInput';

/** A line of the editor's list. */
export interface PickItem<T> extends QuickPickItem {
  /** Absent for a heading. */
  readonly choice?: Choice<T>;
}

/** The lines and headings of a list; each line has the buttons. */
export function pickItems<T>(
  choices: readonly Choice<T>[],
  buttons: readonly QuickInputButton[] = [],
): PickItem<T>[] {
  return choices.flatMap((choice) => {
    const { label, description, detail, picked = false, heading } = choice;
    const item: PickItem<T> = {
      label,
      picked,
      choice,
      buttons,
      ...(description === undefined ? {} : { description }),
      ...(detail === undefined ? {} : { detail }),
    };
    return heading === undefined
      ? [item]
      : [{ label: heading, kind: QuickPickItemKind.Separator }, item];
  });
}
