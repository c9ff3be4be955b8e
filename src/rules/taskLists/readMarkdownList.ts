import type { TaskList } from './listedTask';
import { findItems, type MarkdownItem } from './markdownItems';

/**
 * Reads the checklists of a Markdown text: each item with an empty box is a task, with all that stands below it. What
 * is open below an item without an empty box is a task of its own. Undefined where no item has a box.
 */
export function readChecklist(markdown: string): TaskList | undefined {
  const boxed = findItems(markdown).flatMap(findBoxed);
  if (boxed.length === 0) return undefined;
  const open = boxed.filter(({ box }) => box === 'open');
  return { open, done: boxed.length - open.length };
}

/** Reads the lists of a Markdown text: each outermost item is a task. */
export function readItems(markdown: string): TaskList {
  return { open: findItems(markdown), done: 0 };
}

function findBoxed(item: MarkdownItem): readonly MarkdownItem[] {
  const own = item.box === undefined ? [] : [item];
  return item.box === 'open' ? own : [...own, ...item.items.flatMap(findBoxed)];
}
