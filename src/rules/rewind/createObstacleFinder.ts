import type { CheckpointState } from '../../model/workspace/checkpoint';

/**
 * Finds for a file that is to be written the path of something that stays where it, or a folder
 * above it, belongs; undefined when its place is free. `gone`: paths that are deleted first.
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

/** Folder → the first path in it that stays, by name. */
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

/** Every folder that a path lies in, the outermost first; `a/b/` is the content of a folder and lies in it. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
    folders.push(path.slice(0, end));
  }
  return folders;
}
