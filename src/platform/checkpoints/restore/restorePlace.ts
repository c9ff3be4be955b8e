import { listedFile } from '../../workspace/listedFile';
import { foldName, isGitName } from '../../workspace/gitName';

/** A path below the workspace whose text is safe to use. */
export interface Place {
  /** Relative, with `/`, for display; '' for the workspace itself. */
  readonly path: string;
  /** Relative path in the file system's bytes. */
  readonly raw: Buffer;
}

export type PlaceResult =
  | { readonly ok: true; readonly place: Place }
  | { readonly ok: false; readonly why: string };

export const WORKSPACE: Place = { path: '', raw: Buffer.alloc(0) };

/** Name prefix of the staging folders of a restore. */
export const STAGING_PREFIX = '.devs-rewind-';

const SLASH = 0x2f;

/**
 * Parses an untrusted path from a checkpoint: refuses one that could leave the workspace or enter
 * a repository's `.git`, with the reason.
 */
export function parsePlace(
  path: string,
  raw: Buffer | undefined,
  platform: NodeJS.Platform,
): PlaceResult {
  const bytes = raw ?? Buffer.from(path);
  if (listedFile(bytes, { tracked: false }).path !== path || bytes.includes(0)) {
    return { ok: false, why: 'its name is not a valid file name' };
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

// A folder's text depends on its own bytes only, never on its content.
function toPlace(raw: Buffer): Place {
  return { path: listedFile(raw, { tracked: false }).path, raw };
}

/** The folder of a place. */
export function folderOf(place: Place): Place {
  return foldersAbove(place).at(-1) ?? WORKSPACE;
}

/** The place of a name in a folder. */
export function placeWithin(folder: Place, name: Buffer): Place {
  const raw = folder.path === '' ? name : Buffer.concat([folder.raw, Buffer.from([SLASH]), name]);
  return toPlace(raw);
}

/** Last part of the place, in the file system's bytes. */
export function nameOf({ raw }: Place): Buffer {
  return raw.subarray(raw.lastIndexOf(SLASH) + 1);
}

/** Absolute path for the file system. */
export function systemPathOf(workspaceDir: string, { path, raw }: Place): Buffer {
  return path === ''
    ? Buffer.from(workspaceDir)
    : Buffer.concat([Buffer.from(`${workspaceDir}/`), raw]);
}

/**
 * Key of a path: places with the same key may be one file where names differ only in case or
 * composition.
 */
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
    return 'its name is not valid on Windows';
  }
  return undefined;
}
