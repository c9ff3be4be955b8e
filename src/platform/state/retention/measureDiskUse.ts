import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateUsage } from '../../../ports/stateFiles';
import { EVENTS_FILE, OLD_EVENTS_FILE } from '../../events/eventFiles';
import { ISSUES, RUNS } from '../../reportFiles/reportPlaces';
import { listResults } from '../../worktrees/setup/resultFolders';
import { setupFolder } from '../../worktrees/setup/setupFolder';
import { listFolderFiles, type FolderFile } from './listFolderFiles';

/** Name prefix of the database, its copies and damaged databases set aside. */
const DATABASE = 'devs.db';
const LOGS: ReadonlySet<string> = new Set([EVENTS_FILE, OLD_EVENTS_FILE]);

/**
 * Measures a state directory, which may be missing. Never rejects: what vanishes or cannot be read
 * counts as 0. Follows no links but `stateDir` itself.
 */
export async function measureDiskUse(stateDir: string): Promise<StateUsage> {
  const root = await realpath(stateDir).catch(() => stateDir);
  const below = async (folder: string): Promise<number> =>
    sumBytes(await listFolderFiles(join(root, folder), { deep: true }));
  const [top, history, runs, issues, transcripts, checkpoints, reserve] = await Promise.all([
    listFolderFiles(root, { deep: false }),
    below('history'),
    below(RUNS),
    below(ISSUES),
    below('transcripts'),
    below('checkpoints'),
    below('reserve'),
  ]);
  const database = sumBytes(top.filter(({ name }) => name.startsWith(DATABASE)));
  const events = sumBytes(top.filter(({ name }) => LOGS.has(name)));
  return {
    directory: stateDir,
    database: database + reserve,
    history: history + events + runs + issues,
    transcripts,
    checkpoints,
    setups: listResults(setupFolder(root)).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Bytes of all files; a file with several hard links (the last good database) counts once. */
function sumBytes(files: readonly FolderFile[]): number {
  const counted = new Set<string>();
  let total = 0;
  for (const { stats } of files) {
    const identity = `${stats.dev}:${stats.ino}`;
    if (stats.nlink > 1 && counted.has(identity)) continue;
    counted.add(identity);
    total += stats.size;
  }
  return total;
}
