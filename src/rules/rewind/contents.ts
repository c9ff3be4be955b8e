import {
  ABSENT,
  UNREADABLE,
  versionIn,
  type CheckpointEntry,
  type CheckpointState,
} from '../../model/workspace/checkpoint';

/** Returns the comparable version of a path; undefined if the path or its content is unknown. */
export function findKnownVersion(state: CheckpointState, path: string): string | undefined {
  const version = versionIn(state, path);
  return version === UNREADABLE ? undefined : version;
}

/**
 * Content of a version without permission bits: equal for equal file bytes or equal link targets.
 * Undefined if there is none (absent, socket, unreadable).
 */
export function toContent(version: string): string | undefined {
  if (version.startsWith('file:')) return `file:${version.slice(version.lastIndexOf(':') + 1)}`;
  return version.startsWith('link:') ? version : undefined;
}

/**
 * Lists the paths whose entries differ between two states. Iterates both in parallel: successive
 * states list almost the same paths in the same order, which is much faster than lookups.
 */
export function* listDifferingPaths(
  one: CheckpointState,
  other: CheckpointState,
): Iterable<string> {
  if (one.files === other.files) return;
  const [left, right] = [one.files.entries(), other.files.entries()];
  let [a, b] = [left.next(), right.next()];
  while (a.done !== true || b.done !== true) {
    const [path, entry] = a.done === true ? [] : a.value;
    const [otherPath, otherEntry] = b.done === true ? [] : b.value;
    if (path === otherPath) {
      if (path !== undefined && isDifferent(entry, otherEntry)) yield path;
      [a, b] = [left.next(), right.next()];
    } else if (otherPath !== undefined && !one.files.has(otherPath)) {
      yield otherPath;
      b = right.next();
    } else {
      const counterpart = path === undefined ? undefined : other.files.get(path);
      if (path !== undefined && isDifferent(entry, counterpart)) yield path;
      // A path listed in both at different positions is compared when the left side reaches it.
      if (path === undefined || counterpart !== undefined) b = right.next();
      a = left.next();
    }
  }
}

function isDifferent(
  one: CheckpointEntry | undefined,
  other: CheckpointEntry | undefined,
): boolean {
  return one !== other && one?.version !== other?.version;
}

/** True if the path is known to exist. */
export function isPresent(version: string | undefined): version is string {
  return version !== undefined && version !== ABSENT;
}
