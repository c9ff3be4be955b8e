import { isMap, isNode, isScalar, isSeq, parseDocument, stringify, type Pair } from 'yaml';

/** The keys of a new task, in the order in which they are written. */
export interface WrittenTask {
  readonly id: string;
  readonly title?: string;
  readonly goal: string;
  readonly verify?: string;
}

/**
 * Inserts the task as the last of `tasks` and keeps every other character. Undefined when the file's style does
 * not allow a separate line (tasks in brackets).
 */
export function insertTask(text: string, task: WrittenTask): string | undefined {
  const root = parseDocument(text).contents;
  if (!isMap(root) || root.flow === true) return undefined;
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === 'tasks');
  if (pair === undefined) return appendTasks(text, task);
  const value = pair.value;
  if (isSeq(value) && value.flow !== true && value.items.length > 0) {
    const [start = 0] = readRange(value) ?? [];
    const [, end = 0] = readRange(value.items.at(-1)) ?? [];
    return insertLines(text, { after: end, lines: formatItem(task, findColumn(text, start)) });
  }
  return isEmpty(value) ? insertFirst(text, pair, task) : undefined;
}

/** Rewrites the text with the YAML library, with the task as the last of `tasks`. */
export function rewriteWithTask(text: string, task: WrittenTask): string {
  const document = parseDocument(text);
  const tasks = document.get('tasks');
  if (isSeq(tasks)) {
    tasks.flow = false;
    tasks.add(document.createNode(task));
  } else document.set('tasks', [task]);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + matchLineEnds(text, document.toString({ lineWidth: 0 }));
}

function isEmpty(value: unknown): boolean {
  if (isSeq(value)) return value.items.length === 0;
  return value === null || (isScalar(value) && value.value === null && !value.source);
}

function insertFirst(text: string, pair: Pair, task: WrittenTask): string | undefined {
  const key = readRange(pair.key);
  const range = readRange(pair.value);
  if (key === undefined) return undefined;
  const [from, to] = isSeq(pair.value) && range ? [range[0], range[1]] : [key[1] + 1, key[1] + 1];
  const cut = `${text.slice(0, from).trimEnd()}${text.slice(to)}`;
  const indent = findColumn(text, key[0]) + 2;
  return insertLines(cut, { after: key[1] + 1, lines: formatItem(task, indent) });
}

function readRange(node: unknown): readonly [number, number, number] | undefined {
  return isNode(node) ? (node.range ?? undefined) : undefined;
}

function appendTasks(text: string, task: WrittenTask): string {
  const lines = `\ntasks:\n${formatItem(task, 2)}`;
  return insertLines(text, { after: text.length, lines });
}

function formatItem(task: WrittenTask, indent: number): string {
  return stringify([task], { lineWidth: 0 }).replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** Inserts whole lines below the line that contains the character before `after`. */
function insertLines(
  text: string,
  { after, lines }: { readonly after: number; readonly lines: string },
): string {
  const end = text.indexOf('\n', after - 1);
  const at = end === -1 ? text.length : end + 1;
  const before = text.slice(0, at);
  const joint = before === '' || before.endsWith('\n') ? '' : '\n';
  return before + matchLineEnds(text, joint + lines) + text.slice(at);
}

function findColumn(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function matchLineEnds(text: string, lines: string): string {
  return text.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
}
