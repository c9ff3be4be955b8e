import type { FoundTasks } from '../../model/task/foundTasks';
import { printable, printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, type Cell } from '../terminal/table';
import { titled } from './titled';

/** Tasks that were added, or would be. */
export interface AddedTasks extends FoundTasks {
  /** Whether they are in `devs.yaml` now. */
  readonly isDone: boolean;
  readonly message: string;
}

/** Output of `devs add`: the tasks, those that were there, what to know of them. */
export function addedText(
  { tasks, there, notes, message, isDone }: AddedTasks,
  style: Style,
): string {
  const row = (task: { readonly id: string; readonly title: string }): readonly Cell[] => [
    { text: printableLine(task.id), paint: style.bold },
    { text: printableLine(task.title) },
  ];
  const lines = [
    printable(message),
    // Of a single one that was added, the message says all.
    ...(isDone && tasks.length === 1
      ? []
      : titled(isDone ? 'Added' : 'Would be added', alignColumns(tasks.map(row)), style)),
    ...titled('Already there', alignColumns(there.map(row)), style),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => style.yellow(printableLine(note)))]),
  ];
  return `${lines.join('\n')}\n`;
}
