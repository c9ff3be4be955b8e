import { randomUUID } from 'node:crypto';
import { stat, statfs, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StateFolderFacts } from '../../ports/machine';
import { diskError, errorCode } from '../state/files/diskError';

/** Checks the state directory or its future parent by writing and removing a file. Never rejects. */
export async function readStateFolderFacts(directory: string): Promise<StateFolderFacts> {
  const exists = (await statsOf(directory)) !== undefined;
  const place = await findNearestFolder(directory);
  const unwritable = await whyUnwritable(place);
  const disk = await statfs(place).catch(() => undefined);
  return {
    directory,
    exists,
    ...(unwritable === undefined ? {} : { unwritable }),
    ...(disk === undefined ? {} : { freeBytes: disk.bavail * disk.bsize }),
  };
}

async function statsOf(path: string) {
  return await stat(path).catch(() => undefined);
}

/** The folder itself, else its nearest existing parent. */
async function findNearestFolder(directory: string): Promise<string> {
  let place = directory;
  while ((await statsOf(place)) === undefined && dirname(place) !== place) place = dirname(place);
  return place;
}

async function whyUnwritable(folder: string): Promise<string | undefined> {
  const file = join(folder, `.devs-doctor-${randomUUID()}`);
  try {
    await writeFile(file, 'x', { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    return diskError('write into', folder, error).message;
  } finally {
    await unlink(file).catch((error: unknown) => {
      // It was never written.
      if (errorCode(error) === '') throw error;
    });
  }
}
