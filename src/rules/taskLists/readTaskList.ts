import type { TaskList } from './listedTask';
import { readLines, readTodoMarks } from './readLines';
import { readChecklist, readItems } from './readMarkdownList';
import { isTodoTxt, readTodoTxt } from './readTodoTxt';

const MARKDOWN = /\.(?:md|markdown|mdx)$/i;
const TODO_TXT = /(?:^|[\\/])todo\.txt$/i;
/** Files whose lines can be tasks as they are: those of other programs cannot. */
const PLAIN = /(?:^|[\\/])(?:[^.\\/]+|[^\\/]*\.(?:txt|text|todo))$/i;

/**
 * Reads the tasks of a text by what it contains: a checklist, todo.txt, lines with `TODO: …`, items of a list, lines.
 * `file`: the name that tells what else it may be; absent: a text of a human.
 */
export function readTaskList(text: string, file?: string): TaskList {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const checklist = readChecklist(lines);
  if (checklist !== undefined) return checklist;
  const isMarkdown = file !== undefined && MARKDOWN.test(file);
  const isPlain = file === undefined || PLAIN.test(file);
  if (isPlain && (TODO_TXT.test(file ?? '') || isTodoTxt(lines))) return readTodoTxt(lines);
  const marked = readTodoMarks(lines);
  if (marked !== undefined) return marked;
  if (isMarkdown) return readItems(lines);
  return isPlain ? readLines(lines) : { open: [], done: 0 };
}
