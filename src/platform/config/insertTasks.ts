import { isMap, isScalar, isSeq, parseDocument, type Pair } from 'yaml';
import { findColumn, findPair, formatLines, insertLines, readRange, rewriteText } from './yamlEdit';

/** The keys of a new task, in the order in which they are written. */
export interface WrittenTask {
  readonly id: string;
  readonly title?: string;
  readonly goal: string;
  readonly agent?: string;
  readonly verify?: string;
  readonly dependsOn?: readonly string[];
  readonly priority?: number;
  readonly link?: string;
}

/**
 * Inserts tasks as the last ones of `tasks` and keeps every other character. Undefined when the file's style does
 * not allow a separate line (tasks in brackets).
 */
export function insertTasks(text: string, added: readonly WrittenTask[]): string | undefined {
  const root = parseDocument(text).contents;
  if (!isMap(root) || root.flow === true) return undefined;
  const pair = findPair(root, 'tasks');
  if (pair === undefined) return appendTasks(text, added);
  const value: unknown = pair.value;
  if (isSeq(value) && value.flow !== true && value.items.length > 0) {
    const [start = 0] = readRange(value) ?? [];
    const [, end = 0] = readRange(value.items.at(-1)) ?? [];
    return insertLines(text, { after: end, lines: formatLines(added, findColumn(text, start)) });
  }
  return isEmpty(value) ? insertFirst(text, pair, added) : undefined;
}

/** Rewrites the text with the YAML library, with the added tasks as the last ones of `tasks`. */
export function rewriteWithTasks(text: string, added: readonly WrittenTask[]): string {
  return rewriteText(text, (document) => {
    const tasks: unknown = document.get('tasks');
    if (isSeq(tasks)) {
      tasks.flow = false;
      for (const task of added) tasks.add(document.createNode(task));
    } else document.set('tasks', added);
  });
}

function isEmpty(value: unknown): boolean {
  if (isSeq(value)) return value.items.length === 0;
  return value === null || (isScalar(value) && value.value === null && !value.source);
}

function insertFirst(text: string, pair: Pair, added: readonly WrittenTask[]): string | undefined {
  const key = readRange(pair.key);
  const range = readRange(pair.value);
  if (key === undefined) return undefined;
  const [from, to] = isSeq(pair.value) && range ? [range[0], range[1]] : [key[1] + 1, key[1] + 1];
  const cut = `${text.slice(0, from).trimEnd()}${text.slice(to)}`;
  const indent = findColumn(text, key[0]) + 2;
  return insertLines(cut, { after: key[1] + 1, lines: formatLines(added, indent) });
}

function appendTasks(text: string, added: readonly WrittenTask[]): string {
  return insertLines(text, { after: text.length, lines: `\ntasks:\n${formatLines(added, 2)}` });
}
