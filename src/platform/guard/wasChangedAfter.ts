import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What an agent began before it was interrupted may still write, in ms; nobody edits by hand so soon. */
const GRACE_MS = 2_000;

/**
 * Whether a path below `root` may have been changed after a moment (ISO 8601), as far as the file system tells; of one that
 * is gone, its folder tells it. Programs can set the time of a file's content, but not that of its last change.
 */
export function wasChangedAfter(root: string, path: string, moment: string): boolean {
  const since = Date.parse(moment) + GRACE_MS;
  for (let current = join(root, path); ; current = dirname(current)) {
    const found = statOf(current);
    if (found !== undefined) return found.ctimeMs > since;
    if (current === root || current === dirname(current)) return true;
  }
}

function statOf(path: string): { readonly ctimeMs: number } | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
