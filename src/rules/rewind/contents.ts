import {
  ABSENT,
  UNREADABLE,
  versionIn,
  type CheckpointEntry,
  type CheckpointState,
} from '../../model/workspace/checkpoint';

/**
 * The version of a path that can be compared with others; undefined when nothing is known of the
 * path or of its content.
 */
export function findKnownVersion(state: CheckpointState, path: string): string | undefined {
  const version = versionIn(state, path);
  return version === UNREADABLE ? undefined : version;
}

/**
 * What a version holds whatever its permission bits: equal for equal bytes of a file or equal texts
 * of a link. Undefined for what holds none (absent, a socket, unreadable).
 */
export function toContent(version: string): string | undefined {
  if (version.startsWith('file:')) return `file:${version.slice(version.lastIndexOf(':') + 1)}`;
  return version.startsWith('link:') ? version : undefined;
}

/**
 * Paths listed in one of two states that do not stand alike in both. Both are read side by side:
 * states of successive moments list almost the same paths in the same order, which is many times
 * faster than looking up each.
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
      // What is listed in both, but not side by side, is compared when its turn on the left comes.
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

/** Whether something stands there for sure. */
export function isPresent(version: string | undefined): version is string {
  return version !== undefined && version !== ABSENT;
}
