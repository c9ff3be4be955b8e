import { listedFile } from '../../workspace/listedFile';
import { foldName, isGitName } from '../names/gitName';

/** A path below the workspace that is safe to touch as far as its text goes. */
export interface Place {
  /** Relative, with `/`, as it is told to humans; '' for the workspace itself. */
  readonly path: string;
  /** What the file system calls it, relative. */
  readonly raw: Buffer;
}

export type PlaceResult =
  { readonly ok: true; readonly place: Place } | { readonly ok: false; readonly why: string };

export const WORKSPACE: Place = { path: '', raw: Buffer.alloc(0) };

/** What every folder begins with in which a restore keeps its files for a while. */
export const STAGING_PREFIX = '.devs-rewind-';

const SLASH = 0x2f;

/**
 * A path out of a checkpoint, which may have been tampered with: one that could lead out of the
 * workspace or into a repository's `.git` is refused with the reason.
 */
export function parsePlace(
  path: string,
  raw: Buffer | undefined,
  platform: NodeJS.Platform,
): PlaceResult {
  const bytes = raw ?? Buffer.from(path);
  if (listedFile(bytes, { tracked: false }).path !== path || bytes.includes(0)) {
    return { ok: false, why: 'its name is not one that a file can have' };
  }
  for (const name of path.split('/')) {
    const why = findNameProblem(name, platform);
    if (why !== undefined) return { ok: false, why };
  }
  return { ok: true, place: { path, raw: bytes } };
}

/** The folders above a place, outermost first, without the workspace itself. */
export function foldersAbove({ raw }: Place): readonly Place[] {
  const above: Place[] = [];
  for (let end = raw.indexOf(SLASH); end !== -1; end = raw.indexOf(SLASH, end + 1)) {
    above.push(toPlace(raw.subarray(0, end)));
  }
  return above;
}

// What a folder is called depends on its own bytes only, never on what lies in it.
function toPlace(raw: Buffer): Place {
  return { path: listedFile(raw, { tracked: false }).path, raw };
}

/** The folder that a place lies in. */
export function folderOf(place: Place): Place {
  return foldersAbove(place).at(-1) ?? WORKSPACE;
}

/** What lies in a folder under this name. */
export function placeWithin(folder: Place, name: Buffer): Place {
  const raw = folder.path === '' ? name : Buffer.concat([folder.raw, Buffer.from([SLASH]), name]);
  return toPlace(raw);
}

/** The last part of the place, as the file system calls it. */
export function nameOf({ raw }: Place): Buffer {
  return raw.subarray(raw.lastIndexOf(SLASH) + 1);
}

/** Absolute path for the file system. */
export function systemPathOf(workspaceDir: string, { path, raw }: Place): Buffer {
  return path === ''
    ? Buffer.from(workspaceDir)
    : Buffer.concat([Buffer.from(`${workspaceDir}/`), raw]);
}

/** Two places with one key may be the same file where names differ in case or composition only. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase().toUpperCase();
}

const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:[. ]|$)/;

function findNameProblem(name: string, platform: NodeJS.Platform): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'its path leads out of the workspace';
  const folded = foldName(name);
  if (isGitName(name)) return 'it belongs to a repository';
  if (folded.startsWith(STAGING_PREFIX)) return 'it belongs to a restore';
  if (platform !== 'win32') return undefined;
  if (/[\\:*?"<>|]/.test(name) || /[. ]$/.test(name) || WINDOWS_DEVICE.test(folded)) {
    return 'its name is not one that Windows allows';
  }
  return undefined;
}
