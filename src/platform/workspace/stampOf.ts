import { lstatSync } from 'node:fs';

/** See `Workspace.stampOf`: the times and the identity of a file. */
export function stampOf(root: string, path: string): string | undefined {
  try {
    const stats = lstatSync(`${root}/${path}`, { bigint: true, throwIfNoEntry: false });
    return stats && [stats.mtimeNs, stats.ctimeNs, stats.ino].join(' ');
  } catch {
    return undefined;
  }
}
