import { realpath, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type {
  RemovedFiles,
  StateFile,
  StateFiles,
  TranscriptFile,
} from '../../../ports/stateFiles';
import { OLD_EVENTS_FILE } from '../../events/eventFiles';
import { diskError, errorCode } from '../files/diskError';
import { listResults, removeResult } from '../../worktrees/setup/resultFolders';
import { setupFolder } from '../../worktrees/setup/setupFolder';
import { listFolderFiles, statsOf } from './listFolderFiles';
import { measureDiskUse } from './measureDiskUse';

/**
 * `<task>/<turn>.agent.log`, `<task>/<turn>.verify.log` and, for one of several calls,
 * `<task>/<turn>.<call>.agent.log`: no other file there belongs to Devs.
 */
const TRANSCRIPT = /^[^/]+\/([^/.]+)(?:\.[^/.]+)?\.(?:agent|verify)\.log$/;
const SET_ASIDE = /^devs\.db(?:\.last-good)?\.damaged-[^/]+$/;
const TRANSCRIPTS = 'transcripts';

/** Lists and removes files of a state directory. Does no I/O until used. */
export function createStateFiles(stateDir: string): StateFiles {
  return {
    usage: () => measureDiskUse(stateDir),
    listTranscripts: async () => findTranscripts(await resolveRoot(stateDir)),
    listSetAside: async () => findSetAside(await resolveRoot(stateDir)),
    listOldEvents: async () => findOldEvents(await resolveRoot(stateDir)),
    removeSetups: async () => removeSetups(setupFolder(await resolveRoot(stateDir))),
    remove: async (names) => removeFiles(await resolveRoot(stateDir), names),
  };
}

/** The state directory itself may be a link; links inside are not followed. */
async function resolveRoot(stateDir: string): Promise<string> {
  return await realpath(stateDir).catch(() => stateDir);
}

async function findTranscripts(root: string): Promise<readonly TranscriptFile[]> {
  const files = await listFolderFiles(join(root, TRANSCRIPTS), { deep: true });
  return files.flatMap(({ name, stats }) => {
    const turnId = TRANSCRIPT.exec(name)?.[1];
    if (turnId === undefined) return [];
    return { name: `${TRANSCRIPTS}/${name}`, turnId, bytes: stats.size, at: stats.mtimeMs };
  });
}

async function findSetAside(root: string): Promise<readonly StateFile[]> {
  const files = await listFolderFiles(root, { deep: false });
  return files
    .filter(({ name }) => SET_ASIDE.test(name))
    .map(({ name, stats }) => {
      // `ctime` is the time of the rename; the content is older.
      return { name, bytes: stats.size, at: stats.ctimeMs };
    });
}

async function findOldEvents(root: string): Promise<readonly StateFile[]> {
  const stats = await statsOf(join(root, OLD_EVENTS_FILE));
  return stats?.isFile() === true
    ? [{ name: OLD_EVENTS_FILE, bytes: stats.size, at: stats.mtimeMs }]
    : [];
}

async function removeFiles(root: string, names: readonly string[]): Promise<RemovedFiles> {
  let bytes = 0;
  const problems: string[] = [];
  const folders = new Set<string>();
  for (const name of names) {
    if (!(await isRemovable(root, name))) continue;
    const path = join(root, name);
    const stats = await statsOf(path);
    try {
      await unlink(path);
      bytes += stats?.size ?? 0;
      if (name.includes('/')) folders.add(dirname(path));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') problems.push(diskError('remove', path, error).message);
    }
  }
  for (const folder of folders) {
    await rmdir(folder).catch(() => {
      // Other transcripts are still there.
    });
  }
  return { bytes, problems };
}

async function removeSetups(folder: string): Promise<RemovedFiles> {
  let bytes = 0;
  try {
    for (const result of listResults(folder)) {
      await removeResult(folder, result.key);
      bytes += result.bytes;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return { bytes, problems: [] };
  } catch (error) {
    return { bytes, problems: [diskError('remove', folder, error).message] };
  }
}

/** Whether the name matches a listed file and no folder above it is a link. */
async function isRemovable(root: string, name: string): Promise<boolean> {
  if (SET_ASIDE.test(name) || name === OLD_EVENTS_FILE) return true;
  const parts = name.split('/');
  if (parts[0] !== TRANSCRIPTS || !TRANSCRIPT.test(parts.slice(1).join('/'))) return false;
  if (parts.includes('..')) return false;
  const folders = [join(root, TRANSCRIPTS), dirname(join(root, name))];
  const stats = await Promise.all(folders.map(statsOf));
  return stats.every((each) => each?.isDirectory() === true);
}
