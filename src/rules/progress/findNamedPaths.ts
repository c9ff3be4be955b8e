const MAX_GOAL = 20_000;
const MAX_NAMES = 500;
const MAX_DEPTH = 32;

/** Text in backticks or quotes, spaces included, or a word. */
const TOKEN = /`([^`\n]{1,200})`|"([^"\n]{1,200})"|([^\s`"'()[\]{}<>,;|]{1,200})/g;
const TRAILING = /[.:!?*_]{1,10}$/;
const LEADING = /^\*{0,3}(?:\.?\/)?/;
const ANNOUNCES = /^(?:files?|folders?|director(?:y|ies))$/i;
const BETWEEN = /^(?:named|called|at|in)$/i;

interface Token {
  readonly text: string;
  /** Whether it is a path on its own; a bare word needs a neighbour that announces a path. */
  readonly isPath: boolean;
}

/**
 * Names of files and folders in a goal, in lower case: names with a `/` or a `.`, text in backticks, and the words
 * beside "file", "folder" or "directory". Includes uncertain names, since only existing paths count in the end.
 */
export function readGoalNames(goal: string): ReadonlySet<string> {
  const tokens = tokensOf(goal.slice(0, MAX_GOAL));
  const names = new Set<string>();
  for (const [index, { text, isPath }] of tokens.entries()) {
    if (names.size >= MAX_NAMES) break;
    if (isPath || isAnnounced(tokens, index)) names.add(text.toLowerCase());
  }
  names.delete('');
  return names;
}

/**
 * Finds the names that match a new path (file or folder), by the path itself or its end, but no known one. Sorted, each
 * as written in the path.
 */
export function findNamedPaths(
  names: ReadonlySet<string>,
  newPaths: Iterable<string>,
  known: readonly Iterable<string>[],
): readonly string[] {
  if (names.size === 0) return [];
  const byLast = groupByLast(names);
  const found = new Map<string, string>();
  const forEachName = (
    paths: Iterable<string>,
    see: (name: string, path: string) => void,
  ): void => {
    const seen = new Set<string>();
    for (const path of paths)
      for (const entry of withFolders(path, seen)) {
        const lower = entry.toLowerCase();
        for (const name of byLast.get(lastSegment(lower)) ?? [])
          if (lower === name || lower.endsWith(`/${name}`)) see(name, entry);
      }
  };
  forEachName(newPaths, (name, path) => {
    if (!found.has(name)) found.set(name, path);
  });
  for (const paths of found.size === 0 ? [] : known)
    forEachName(paths, (name) => found.delete(name));
  return [...new Set(found.values())].sort();
}

function tokensOf(goal: string): readonly Token[] {
  return [...goal.matchAll(TOKEN)].map(([, ticked, quoted, word]) => {
    const path = asPath(ticked ?? quoted ?? word ?? '');
    const isPath = ticked !== undefined || /[./]/.test(path);
    return { text: path.endsWith('/') ? path.slice(0, -1) : path, isPath };
  });
}

function asPath(token: string): string {
  return token.trim().replaceAll('\\', '/').replace(TRAILING, '').replace(LEADING, '');
}

function isAnnounced(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text ?? '';
  const announcer = BETWEEN.test(before) ? (tokens[index - 2]?.text ?? '') : before;
  return ANNOUNCES.test(announcer) || ANNOUNCES.test(tokens[index + 1]?.text ?? '');
}

/** Yields a path and its folders that were not seen before. */
function* withFolders(path: string, seen: Set<string>): Generator<string> {
  yield path;
  let end = path.lastIndexOf('/');
  for (let depth = 0; end > 0 && depth < MAX_DEPTH; depth += 1) {
    const folder = path.slice(0, end);
    if (seen.has(folder)) return;
    seen.add(folder);
    yield folder;
    end = path.lastIndexOf('/', end - 1);
  }
}

function groupByLast(names: ReadonlySet<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const group = groups.get(lastSegment(name));
    if (group === undefined) groups.set(lastSegment(name), [name]);
    else group.push(name);
  }
  return groups;
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
