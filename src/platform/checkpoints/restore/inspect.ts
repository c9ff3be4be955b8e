import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { errorCode } from '../../state/files/diskError';
import { folderOf, foldersAbove, nameOf, systemPathOf, type Place } from './restorePlace';
import type { RestoreFs } from './restoreFs';
import { fileVersion, type Version } from './version';

/** The current content of a place. */
export type Inspection =
  /** `blockedBy`: a path above the place that is not a folder. */
  | { readonly kind: 'absent'; readonly blockedBy?: string }
  | { readonly kind: 'folder' }
  /**
   * `version` is undefined for content of an unexpected size and for pipes, devices and sockets.
   */
  | { readonly kind: 'leaf'; readonly version: Version | undefined; readonly stats: BigIntStats }
  | { readonly kind: 'unreachable'; readonly why: string };

/** Dependencies of inspecting places of one workspace; links are never followed. */
export interface InspectContext {
  readonly fs: RestoreFs;
  readonly workspaceDir: string;
  /** Whether the request spells the place differently too: then its exact names must be listed. */
  readonly isAmbiguous: (place: Place) => boolean;
}

const CHUNK_BYTES = 256 * 1024;
/** Error codes for paths that may not be inspected. */
export const DENIED = new Set(['EACCES', 'EPERM', 'ELOOP']);

/**
 * Inspects the folders above a place: all are folders, one is missing, or one is something else.
 */
export function inspectAbove(
  context: InspectContext,
  place: Place,
  statsOfFolder = lstatOf,
): { readonly kind: 'real' | 'absent' } | { readonly kind: 'blocked'; readonly by: string } {
  for (const folder of foldersAbove(place)) {
    const stats = statsOfFolder(context, folder);
    if (stats === undefined) return { kind: 'absent' };
    if (!stats.isDirectory()) return { kind: 'blocked', by: folder.path };
  }
  return { kind: 'real' };
}

/**
 * Inspects a place. Files of a size not in `expectedSizes` are not read; their version is
 * undefined.
 */
export function inspect(
  context: InspectContext,
  place: Place,
  expectedSizes?: readonly number[],
): Inspection {
  try {
    const above = inspectAbove(context, place, exactStatsOf);
    if (above.kind === 'blocked') return { kind: 'absent', blockedBy: above.by };
    if (above.kind === 'absent') return { kind: 'absent' };
    const stats = exactStatsOf(context, place);
    if (stats === undefined) return { kind: 'absent' };
    if (stats.isDirectory()) return { kind: 'folder' };
    const worth =
      !stats.isFile() || (expectedSizes?.some((size) => BigInt(size) === stats.size) ?? true);
    const version = worth ? readVersion(context, place, stats) : undefined;
    return { kind: 'leaf', version, stats };
  } catch (error) {
    if (!DENIED.has(errorCode(error))) throw error;
    return { kind: 'unreachable', why: `it cannot be read (${errorCode(error)})` };
  }
}

function lstatOf({ fs, workspaceDir }: InspectContext, place: Place): BigIntStats | undefined {
  return fs.lstat(systemPathOf(workspaceDir, place));
}

/** `lstat` that distinguishes spellings of a name. */
export function exactStatsOf(context: InspectContext, place: Place): BigIntStats | undefined {
  const { fs, workspaceDir, isAmbiguous } = context;
  const stats = lstatOf(context, place);
  if (stats === undefined || !isAmbiguous(place)) return stats;
  const isListed = (each: Place): boolean =>
    fs
      .readdir(systemPathOf(workspaceDir, folderOf(each)))
      .some((name) => name.equals(nameOf(each)));
  return [...foldersAbove(place), place].every(isListed) ? stats : undefined;
}

/**
 * Whether a file can be put at a place: its folder exists, and nothing exists there in any
 * spelling.
 */
export function isFree(context: InspectContext, place: Place): boolean {
  const isInFolder = inspectAbove(context, place).kind === 'real';
  return isInFolder && lstatOf(context, place) === undefined;
}

function readVersion(
  { fs, workspaceDir }: InspectContext,
  place: Place,
  stats: BigIntStats,
): Version | undefined {
  const path = systemPathOf(workspaceDir, place);
  if (stats.isSymbolicLink()) {
    return { kind: 'link', digest: createHash('sha256').update(fs.readlink(path)).digest('hex') };
  }
  if (!stats.isFile()) return undefined;
  const fd = fs.open(path);
  try {
    const opened = fs.fstat(fd);
    const digest = hashContent(fs, fd);
    const after = fs.fstat(fd);
    // Written to or exchanged while it was read: someone's fresh work.
    if (!isUntouched(stats, opened) || !isUntouched(opened, after)) return undefined;
    return fileVersion(after.mode, digest);
  } finally {
    fs.close(fd);
  }
}

/** SHA-256 of an open file's content, in hex. */
export function hashContent(fs: RestoreFs, fd: number): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ;) {
    const count = fs.read(fd, buffer, position);
    if (count === 0) return hash.digest('hex');
    hash.update(buffer.subarray(0, count));
    position += count;
  }
}

/** Whether a file was not written to between two `lstat` calls; renames are ignored. */
export function isUntouched(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.mode === b.mode;
}
