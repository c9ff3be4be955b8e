import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/** Path → kind, permission bits and content of every file and link; an empty folder ends with `/`. */
export type Snapshot = ReadonlyMap<string, string>;

/** All that stands below a folder, without what `skips` names at its top. */
export function snapshotOf(folder: string, skips: readonly string[] = ['.git']): Snapshot {
  const entries = new Map<string, string>();
  const walk = (relative: string): void => {
    const names = readdirSync(path.join(folder, relative)).sort();
    if (names.length === 0 && relative !== '') entries.set(`${relative}/`, 'folder');
    for (const name of names) {
      if (relative === '' && skips.includes(name)) continue;
      const below = relative === '' ? name : `${relative}/${name}`;
      const stats = lstatSync(path.join(folder, below));
      if (stats.isDirectory()) walk(below);
      else entries.set(below, versionOf(path.join(folder, below), stats.mode));
    }
  };
  walk('');
  return entries;
}

/** In the words of a checkpoint. */
function versionOf(file: string, mode: number): string {
  const isLink = lstatSync(file).isSymbolicLink();
  const content = isLink ? readlinkSync(file) : readFileSync(file);
  const digest = createHash('sha256').update(content).digest('hex');
  return isLink ? `link:${digest}` : `file:${(mode & 0o777).toString(8)}:${digest}`;
}

/** How one snapshot differs from what it should be, a line each; none when it is the same. */
export function differences(
  found: Snapshot,
  expected: Snapshot,
  ignoring: ReadonlySet<string> = new Set(),
): readonly string[] {
  const lines: string[] = [];
  for (const name of [...new Set([...expected.keys(), ...found.keys()])].sort()) {
    if (ignoring.has(name) || found.get(name) === expected.get(name)) continue;
    lines.push(`${name}: ${found.get(name) ?? 'absent'}, not ${expected.get(name) ?? 'absent'}`);
  }
  return lines;
}
