import type { PathName } from './bytePath';

/** Zero-width characters that some file systems leave out when they compare names. */
const INVISIBLE = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** What Windows takes for it besides: a short name, dots and spaces behind it, a stream of it. */
const GIT = /^(?:\.git|git~\d{1,6})[.\s]*(?::|$)/;

/** A name as a file system sees it that is the least particular of all. */
export function foldName(name: string): string {
  return name.normalize('NFKC').replace(INVISIBLE, '').toLowerCase();
}

/**
 * Whether a file of this name is `.git` on any system: in any case, width or composition, with
 * characters that are not seen, with what Windows drops behind it, or by a short name there.
 * `.gitignore` and the like are plain files.
 */
export function isGitName(name: string): boolean {
  return GIT.test(foldName(name));
}

/**
 * The beginning of a relative path that ends with a part called `.git`, with `/` at the end when
 * more follows; undefined when none is.
 */
export function findGitPart({ path, raw }: PathName): PathName | undefined {
  // Of ten thousand paths hardly one needs a closer look.
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
