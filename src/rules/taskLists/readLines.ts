import { oneLine } from '../../text/oneLine';
import {
  dedent,
  indentation,
  leastIndentation,
  type ListedTask,
  type TaskList,
} from './listedTask';

const MARK = /^(?:[-*+•]|\d{1,9}[.)])\s+/;
const HEADING = /^#{1,6}\s+(.*\S)/;
/** What only structures a text: a rule, an underline, the word TODO as a title. */
const ORNAMENT = /^(?:[-=_*~#]{3,}|to-?dos?:?)$/i;

/** Reads plain lines: each line is a task, lines that are indented more belong to the one above. */
export function readLines(text: string): TaskList {
  const open: (ListedTask & { readonly below: string[] })[] = [];
  let under: readonly string[] = [];
  const lines = text.split('\n');
  const margin = leastIndentation(lines);
  lines.forEach((line, index) => {
    const words = line.trim();
    const [, heading] = HEADING.exec(words) ?? [];
    if (words === '' || (indentation(line) > margin && open.length > 0))
      open.at(-1)?.below.push(line);
    else if (heading !== undefined) under = [oneLine(heading)];
    else if (!ORNAMENT.test(words)) {
      const own = words.replace(MARK, '');
      open.push({ title: oneLine(own), text: own, details: '', line: index + 1, under, below: [] });
    }
  });
  return { open: open.map(({ below, ...task }) => ({ ...task, details: dedent(below) })), done: 0 };
}

const TODO_MARK = /(?<![\w-])(?:TODO|FIXME)(?:\([^()\n]{0,80}\))?:\s*(\S.*)$/;

/** Reads lines that contain `TODO: …` or `FIXME: …`, such as comments; undefined where none does. */
export function readTodoMarks(text: string): TaskList | undefined {
  const open = text.split('\n').flatMap((line, index): ListedTask[] => {
    const [, words = ''] = TODO_MARK.exec(line) ?? [];
    const title = oneLine(words.trimEnd().replace(/(?:\*\/|-->)$/, ''));
    if (title === '') return [];
    return [{ title, text: title, details: '', line: index + 1, under: [] }];
  });
  return open.length === 0 ? undefined : { open, done: 0 };
}
