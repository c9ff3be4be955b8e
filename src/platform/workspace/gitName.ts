import type { PathName } from './listedFile';

/** Invisible characters that some file systems ignore when they compare names. */
const INVISIBLE = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** Names that Windows treats as `.git`: a short name, trailing dots and spaces, a stream. */
const GIT = /^(?:\.git|git~\d{1,6})[.\s]*(?::|$)/;

/** Normalises a name as the most permissive file system does. */
export function foldName(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').toLowerCase();
}

/**
 * Whether a file of this name is `.git` on any system: in any case, width or composition, with
 * invisible characters, with a suffix that Windows drops, or by its short name. `.gitignore` and
 * the like are plain files.
 */
export function isGitName(name: string): boolean {
  return GIT.test(foldName(name));
}

/**
 * The prefix of a relative path up to its first part named `.git`, with a trailing `/` if more
 * follows; undefined if there is none.
 */
export function findGitPart({ path, raw }: PathName): PathName | undefined {
  // Fast path: almost no path needs the full check.
  if (!/git|[\u0080-\uffff]/i.test(path)) return undefined;
  const parts = path.split('/');
  const index = parts.findIndex(isGitName);
  if (index === -1) return undefined;
  return {
    path: firstParts(path, index + 1),
    raw: raw && Buffer.from(firstParts(raw.toString('latin1'), index + 1), 'latin1'),
  };
}

function firstParts(path: string, parts: number): string {
  const all = path.split('/');
  return all.slice(0, parts).join('/') + (all.length > parts ? '/' : '');
}
