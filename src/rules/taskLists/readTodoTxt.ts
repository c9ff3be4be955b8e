import { oneLine } from '../../text/oneLine';
import type { ListedTask, TaskList } from './listedTask';

const DONE = /^x\s/;
const PRIORITY = /^\(([A-Z])\)\s+/;
const DATE = /^\d{4}-\d{2}-\d{2}\s+/;

/** Whether a text is in the format of todo.txt: it has a line with a priority, or one that is done on a date. */
export function isTodoTxt(text: string): boolean {
  return /^(?:\([A-Z]\) \S|x \d{4}-\d{2}-\d{2} )/m.test(text);
}

/** Reads a list in the format of todo.txt: a task on each line, `x ` for done ones, `(A)` to `(Z)` for priorities. */
export function readTodoTxt(text: string): TaskList {
  const lines = text.split('\n');
  const open = lines.flatMap((line, index): ListedTask[] => {
    if (DONE.test(line)) return [];
    const [, letter] = PRIORITY.exec(line) ?? [];
    const title = oneLine(line.replace(PRIORITY, '').replace(DATE, ''));
    if (title === '') return [];
    const task = { title, text: title, details: '', line: index + 1, under: [] };
    return [letter === undefined ? task : { ...task, priority: priorityOf(letter) }];
  });
  return { open, done: lines.filter((line) => DONE.test(line)).length };
}

/** `A` is the highest one; every letter comes before lines without one, which have 0. */
function priorityOf(letter: string): number {
  return 'Z'.charCodeAt(0) - letter.charCodeAt(0) + 1;
}
