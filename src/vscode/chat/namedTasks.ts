import type { ChatTask } from './chatAnswer';

/** Quotation marks, separators and blanks between a task's name and what follows. */
const BETWEEN = /^[\s"'`“”„:,;–—-]+/;
const NAME_CHARACTER = /[\p{L}\p{N}_]/u;

/** Tasks that a text begins with, and what follows. */
export interface TaskAtStart {
  /** Several only where tasks share the name. */
  readonly tasks: readonly ChatTask[];
  readonly rest: string;
}

/** The tasks whose id or title the text begins with, ignoring case; of several names the longest. */
export function taskAtStart(prompt: string, tasks: readonly ChatTask[]): TaskAtStart | undefined {
  const text = prompt.replace(/^[\s"'`“”„#]+/, '');
  const longest = longestNames(
    tasks.flatMap((each) =>
      namesOf(each)
        .filter((name) => isAt(text.toLowerCase(), name, 0))
        .map((name) => ({ each, name })),
    ),
  );
  const [first] = longest;
  if (first === undefined) return undefined;
  return {
    tasks: [...new Set(longest.map(({ each }) => each))],
    rest: text.slice(first.name.length).replace(BETWEEN, '').trim(),
  };
}

/** The tasks that the text names by id or title anywhere, ignoring case; a name inside a longer one does not count. */
export function namedTasks(prompt: string, tasks: readonly ChatTask[]): readonly ChatTask[] {
  const text = prompt.toLowerCase();
  const found = tasks.flatMap((each) =>
    namesOf(each)
      .filter((name) => isAnywhere(text, name))
      .map((name) => ({ each, name })),
  );
  const counted = found.filter(
    ({ name }) =>
      !found.some((other) => other.name.length > name.length && other.name.includes(name)),
  );
  return [...new Set(counted.map(({ each }) => each))];
}

function namesOf({ task }: ChatTask): readonly string[] {
  return [...new Set([task.id, task.title])]
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}

function longestNames<T extends { readonly name: string }>(found: readonly T[]): readonly T[] {
  const most = Math.max(0, ...found.map(({ name }) => name.length));
  return found.filter(({ name }) => name.length === most);
}

function isAnywhere(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (isAt(text, name, at)) return true;
  }
  return false;
}

/** Whether the name stands there as a whole: not inside another name. */
function isAt(text: string, name: string, at: number): boolean {
  if (!text.startsWith(name, at)) return false;
  const [before = '', after = '', next = ''] = [
    text[at - 1],
    text[at + name.length],
    text[at + name.length + 1],
  ];
  const goesOn = NAME_CHARACTER.test(after) || (/[-.]/.test(after) && NAME_CHARACTER.test(next));
  return !/[\p{L}\p{N}_.-]/u.test(before) && !goesOn;
}
