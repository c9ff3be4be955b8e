import type { PathName } from './bytePath';

/** Zero-width characters that macOS leaves out when it compares names. */
const UNSEEN = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Whether a file of this name is `.git` on any system: in any case, with characters that macOS does
 * not see, with the dots, spaces and streams that Windows drops, or by its short name there.
 */
export function isGitName(name: string): boolean {
  const seen = name.replace(UNSEEN, '').toLowerCase();
  const stem = (seen.split(':', 1)[0] ?? '').trimEnd();
  if (stem.startsWith('.git')) return /^[. ]*$/.test(stem.slice('.git'.length));
  return /^git~1[. ]*$/.test(stem);
}

/**
 * The beginning of a relative path that ends with a part called `.git`, with `/` at the end when
 * more follows; undefined when none is.
 */
export function gitPart({ path, raw }: PathName): PathName | undefined {
  if (!/git/i.test(path.replace(UNSEEN, ''))) return undefined;
  const parts = path.split('/');
  const index = parts.findIndex(isGitName);
  if (index === -1) return undefined;
  return {
    path: beginning(path, index + 1),
    raw: raw && Buffer.from(beginning(raw.toString('latin1'), index + 1), 'latin1'),
  };
}

function beginning(path: string, parts: number): string {
  const all = path.split('/');
  return all.slice(0, parts).join('/') + (all.length > parts ? '/' : '');
}
