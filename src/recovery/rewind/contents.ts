import { ABSENT, versionIn, type CheckpointState } from '../../domain/checkpoint';

/** What every file says that could not be read: equal texts, but not equal contents. */
export const UNREADABLE = 'unreadable';

/**
 * The version of a path that can be compared with others; undefined when nothing is known of the
 * path or of its content.
 */
export function knownVersionIn(state: CheckpointState, path: string): string | undefined {
  const version = versionIn(state, path);
  return version === UNREADABLE ? undefined : version;
}

/**
 * What a version holds whatever its permission bits: equal for equal bytes of a file or equal texts
 * of a link. Undefined for what holds none (absent, a socket, unreadable).
 */
export function contentOf(version: string): string | undefined {
  if (version.startsWith('file:')) return `file:${version.slice(version.lastIndexOf(':') + 1)}`;
  return version.startsWith('link:') ? version : undefined;
}

/** Paths listed in one of two states that do not stand alike in both. */
export function* differingPaths(one: CheckpointState, other: CheckpointState): Iterable<string> {
  if (one === other || (one.files === other.files && one.unknown === other.unknown)) return;
  for (const [path, entry] of one.files) {
    const there = other.files.get(path);
    if (there !== entry && there?.version !== entry.version) yield path;
  }
  for (const path of other.files.keys()) if (!one.files.has(path)) yield path;
}

/** Whether something stands there for sure. */
export function isThere(version: string | undefined): version is string {
  return version !== undefined && version !== ABSENT;
}
