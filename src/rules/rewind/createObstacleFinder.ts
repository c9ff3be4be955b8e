import type { CheckpointState } from '../../model/workspace/checkpoint';

/**
 * Creates a function that finds the remaining path which prevents a file from being written: at its
 * own path, above it or below it; undefined if there is none. `gone`: paths that are deleted first.
 */
export function createObstacleFinder(
  now: CheckpointState,
  gone: ReadonlySet<string>,
): (path: string) => string | undefined {
  const stays = (path: string): boolean =>
    (now.files.has(path) && !gone.has(path)) || now.unknown.has(path);
  const below = indexRemainingPaths(now, gone);
  return (path) => {
    const folder = foldersOf(path).find(stays);
    return folder ?? below.get(path);
  };
}

/** Maps each folder to its alphabetically first remaining path. */
function indexRemainingPaths(
  { files, unknown }: CheckpointState,
  gone: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const below = new Map<string, string>();
  const add = (path: string): void => {
    for (const folder of foldersOf(path)) {
      const known = below.get(folder);
      if (known === undefined || path < known) below.set(folder, path);
    }
  };
  for (const path of files.keys()) if (!gone.has(path)) add(path);
  for (const path of unknown) add(path);
  return below;
}

/** Lists the folders of a path, outermost first; `a/b/` is inside `a/b`. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}
