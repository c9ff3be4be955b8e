import { readdirSync } from 'node:fs';
import { link, readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { StateError } from '../../ports/workspaceState';
import { diskError, errorCode } from './diskError';
import { renameWithRetry } from './durableFile';
import { epochName, holds, superseded, type LeaseRecord } from './leaseRules';

/** Temporary files of takers that died are removed after this many milliseconds. */
const LITTER_AGE = 3_600_000;
const LITTER_SUFFIX = '.tmp';
/** How often, and after how many milliseconds, a half-written record is read again. */
const RECORD_TRIES = 40;
const RECORD_PAUSE = 25;

const recordSchema = z.object({
  token: z.string(),
  pid: z.number().int().positive(),
  started: z.string(),
  host: z.string(),
  machine: z.string(),
  boot: z.string(),
  pidNamespace: z.string(),
  who: z.enum(['window', 'terminal']),
  since: z.string(),
});

/** The names in the lease folder; none when there is no folder. */
export async function listEpochs(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw diskError('read the lease in', directory, error);
  }
}

/** Whether `epoch` still holds; false as well when the folder cannot be read. */
export function holdsNow(directory: string, epoch: number): boolean {
  try {
    return holds(readdirSync(directory), epoch);
  } catch {
    return false;
  }
}

/** Who took the epoch; undefined when its file is gone. Throws `StateError` for a damaged one. */
export async function readRecord(
  directory: string,
  epoch: number,
): Promise<LeaseRecord | undefined> {
  const file = join(directory, epochName(epoch));
  for (let attempt = 0; attempt < RECORD_TRIES; attempt += 1) {
    const content = await readFile(file, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw diskError('read the lease', file, error);
    });
    if (content === undefined) return undefined;
    const record = parse(content);
    if (record !== undefined) return record;
    // Where links are unsupported, its writer may not be through yet.
    await new Promise((resolve) => setTimeout(resolve, RECORD_PAUSE));
  }
  throw new StateError(`The lease ${file} is damaged. If no Devs runs here, delete that file.`);
}

/**
 * Creates the epoch's file with its content in one step; false when somebody else did. Where the
 * file system knows no links, the file is created exclusively and then filled.
 */
export async function createEpoch(
  directory: string,
  epoch: number,
  record: LeaseRecord,
): Promise<boolean> {
  const file = join(directory, epochName(epoch));
  const temporary = join(directory, `${record.token}${LITTER_SUFFIX}`);
  const content = JSON.stringify(record);
  try {
    // Synced, so that no power cut leaves an epoch without its content.
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
    const created = await linkOrCreate(temporary, file, content);
    // Over a network a link can be reported as failed and be there.
    return created || (await readRecord(directory, epoch))?.token === record.token;
  } catch (error) {
    throw error instanceof StateError ? error : diskError('take the lease in', directory, error);
  } finally {
    await unlink(temporary).catch(ignoreMissing);
  }
}

/** Takes back an epoch that we created too late. Its file is ours alone. */
export async function withdrawEpoch(directory: string, epoch: number): Promise<void> {
  await unlink(join(directory, epochName(epoch))).catch(ignoreMissing);
}

/** Marks the epoch as given up, in one step. Throws what the file system throws. */
export function releaseEpoch(directory: string, epoch: number): void {
  renameWithRetry(join(directory, epochName(epoch)), join(directory, epochName(epoch, 'released')));
}

/** Removes epochs that nothing depends on and what dead takers left. Failures leave litter only. */
export async function cleanUpEpochs(directory: string, highest: number): Promise<void> {
  const names = await listEpochs(directory);
  const old = superseded(names, highest);
  const litter = await Promise.all(names.map((name) => isLitter(join(directory, name))));
  const all = [...old, ...names.filter((_, index) => litter[index])];
  await Promise.allSettled(all.map((name) => unlink(join(directory, name))));
}

async function linkOrCreate(temporary: string, file: string, content: string): Promise<boolean> {
  try {
    await link(temporary, file);
    return true;
  } catch (error) {
    if (['EEXIST', 'ENOENT'].includes(errorCode(error))) return false;
  }
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    // Created, but not filled: nobody could read it, so nobody relied on it.
    await unlink(file).catch(ignoreMissing);
    throw error;
  }
}

async function isLitter(file: string): Promise<boolean> {
  if (!file.endsWith(LITTER_SUFFIX)) return false;
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > LITTER_AGE;
}

function parse(content: string): LeaseRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(content)).data;
  } catch {
    return undefined;
  }
}

function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
