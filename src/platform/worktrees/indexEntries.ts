import { setTimeout as delay } from 'node:timers/promises';
import { records } from '../workspace/gitFiles';
import { listedFile, unescapePath } from '../workspace/listedFile';
import type { GitFolder } from './gitFolder';

/** Mode and object of each path, as `git update-index --index-info` takes them; paths as in `ListedFile`. */
type Entries = ReadonlyMap<string, string>;

export const UNRESOLVED = 'unresolved';

/** Another program has the index locked for a moment. */
const PAUSES_MS = [50, 100, 200, 400, 800];

/** What the index has at each path; `UNRESOLVED` where it has the sides of a conflict. */
export async function readIndex(git: GitFolder): Promise<Entries> {
  const output = await git.bytes(['ls-files', '--stage', '-z', '--full-name']);
  return toEntries(output, (facts) => {
    const [mode, object, stage] = facts.split(' ');
    return stage === '0' ? `${mode} ${object}` : UNRESOLVED;
  });
}

/** What a commit has at each path; nothing for '', which stands for none. */
export async function readCommit(git: GitFolder, commit: string): Promise<Entries> {
  if (commit === '') return new Map();
  const output = await git.bytes(['ls-tree', '-r', '-z', '--full-tree', commit]);
  return toEntries(output, (facts) => {
    const [mode, , object] = facts.split(' ');
    return `${mode} ${object}`;
  });
}

function toEntries(output: Buffer, toEntry: (facts: string) => string): Entries {
  return new Map(
    [...records(output)].map((record) => {
      const tab = record.indexOf('\t');
      const { path } = listedFile(record.subarray(tab + 1), { tracked: true });
      return [path, toEntry(record.toString('latin1', 0, tab))] as const;
    }),
  );
}

/** Paths at which two states differ. */
export function listDiffering(one: Entries, other: Entries): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path),
  );
}

/**
 * Changes the user's index at the paths where it is as in `from` to what `to` has; all others stay. False if another program
 * keeps it locked. Throws `StateError`.
 */
export async function changeIndex(
  git: GitFolder,
  {
    from,
    to,
    paths,
  }: { readonly from: Entries; readonly to: Entries; readonly paths: readonly string[] },
): Promise<boolean> {
  for (const pause of [...PAUSES_MS, 0]) {
    const index = await readIndex(git);
    const changed = paths.filter(
      (path) => index.get(path) === from.get(path) && index.get(path) !== to.get(path),
    );
    if (changed.length === 0) return true;
    const toLine = (path: string): readonly Uint8Array[] => [
      Buffer.from(`${to.get(path) ?? removalOf(from.get(path))}\t`),
      unescapePath(path) ?? Buffer.from(path),
      Buffer.of(0),
    ];
    const input = Buffer.concat(changed.flatMap(toLine));
    const done = await git.run(['update-index', '-z', '--index-info'], { input });
    if (done.code === 0) return true;
    await delay(pause);
  }
  return false;
}

/** Takes an entry out of an index: mode 0, and zeros as many as an id of the repository has digits. */
function removalOf(entry = ''): string {
  return `0 ${'0'.repeat(entry.length - entry.indexOf(' ') - 1)}`;
}
