import { isMap, isNode, isScalar, isSeq, parseDocument, stringify, type Pair } from 'yaml';

/** The keys of a task that is added, in the order in which they are written. */
export interface WrittenTask {
  readonly id: string;
  readonly title?: string;
  readonly goal: string;
  readonly verify?: string;
}

/**
 * The text with the task as the last of `tasks`, every other character as it was. Undefined where
 * the file is written in a way that has no place for a line of its own (tasks in brackets).
 */
export function insertTask(text: string, task: WrittenTask): string | undefined {
  const root = parseDocument(text).contents;
  if (!isMap(root) || root.flow === true) return undefined;
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === 'tasks');
  if (pair === undefined) return append(text, task);
  const value = pair.value;
  if (isSeq(value) && value.flow !== true && value.items.length > 0) {
    const [start = 0] = rangeOf(value) ?? [];
    const [, end = 0] = rangeOf(value.items.at(-1)) ?? [];
    return spliceLine(text, { after: end, lines: listItem(task, columnOf(text, start)) });
  }
  return isEmpty(value) ? insertFirst(text, pair, task) : undefined;
}

/** The text as the YAML library writes it, with the task as the last of `tasks`. */
export function rewriteWithTask(text: string, task: WrittenTask): string {
  const document = parseDocument(text);
  const tasks = document.get('tasks');
  if (isSeq(tasks)) {
    tasks.flow = false;
    tasks.add(document.createNode(task));
  } else document.set('tasks', [task]);
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + endLinesLike(text, document.toString({ lineWidth: 0 }));
}

function isEmpty(value: unknown): boolean {
  if (isSeq(value)) return value.items.length === 0;
  return value === null || (isScalar(value) && value.value === null && !value.source);
}

function insertFirst(text: string, pair: Pair, task: WrittenTask): string | undefined {
  const key = rangeOf(pair.key);
  const range = rangeOf(pair.value);
  if (key === undefined) return undefined;
  const [from, to] = isSeq(pair.value) && range ? [range[0], range[1]] : [key[1] + 1, key[1] + 1];
  const cut = `${text.slice(0, from).trimEnd()}${text.slice(to)}`;
  const indent = columnOf(text, key[0]) + 2;
  return spliceLine(cut, { after: key[1] + 1, lines: listItem(task, indent) });
}

function rangeOf(node: unknown): readonly [number, number, number] | undefined {
  return isNode(node) ? (node.range ?? undefined) : undefined;
}

function append(text: string, task: WrittenTask): string {
  const lines = `\ntasks:\n${listItem(task, 2)}`;
  return spliceLine(text, { after: text.length, lines });
}

function listItem(task: WrittenTask, indent: number): string {
  return stringify([task], { lineWidth: 0 }).replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** Puts whole lines below the line that holds the character before `after`. */
function spliceLine(
  text: string,
  { after, lines }: { readonly after: number; readonly lines: string },
): string {
  const end = text.indexOf('\n', after - 1);
  const at = end === -1 ? text.length : end + 1;
  const before = text.slice(0, at);
  const joint = before === '' || before.endsWith('\n') ? '' : '\n';
  return before + endLinesLike(text, joint + lines) + text.slice(at);
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function endLinesLike(text: string, lines: string): string {
  return text.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
}
