import { createHash } from 'node:crypto';

type Files = ReadonlyMap<string, string>;

/** Fingerprint (SHA-256, hex) of a workspace, without verification artefacts. */
export function fingerprint(files: Files, artefacts: ReadonlySet<string>): string {
  const hash = createHash('sha256');
  for (const path of [...files.keys()].sort()) {
    if (!artefacts.has(path)) hash.update(`${path}\0${files.get(path) ?? ''}\0`);
  }
  return hash.digest('hex');
}

/** Paths that were added, changed or removed between two states, sorted, without artefacts. */
export function changedPaths(
  before: Files,
  after: Files,
  artefacts: ReadonlySet<string>,
): readonly string[] {
  const changed = new Set<string>();
  for (const [path, hash] of after) if (before.get(path) !== hash) changed.add(path);
  for (const path of before.keys()) if (!after.has(path)) changed.add(path);
  return [...changed].filter((path) => !artefacts.has(path)).sort();
}

/** Hash of a change (16 hex digits): the changed paths with their new content. */
export function changeHash(paths: readonly string[], after: Files): string {
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`${path}\0${after.get(path) ?? ''}\0`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Finds the files that a verification wrote: created by it, or rewritten by it and not tracked by git. They differ from
 * run to run (times in reports), so every workspace state would appear new.
 */
export function verificationArtefacts(
  before: Files,
  after: Files,
  untracked: ReadonlySet<string>,
): readonly string[] {
  return [...after]
    .filter(([path, hash]) => before.get(path) !== hash)
    .map(([path]) => path)
    .filter((path) => !before.has(path) || untracked.has(path))
    .sort();
}
