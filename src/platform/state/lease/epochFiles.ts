import { readdirSync } from 'node:fs';
import { readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from '../files/diskError';
import { renameWithRetry } from '../files/durableFile';
import { isTakenBy, TAKER_SUFFIX } from './epochRecord';
import { epochName, isHolding, listSuperseded, type LeaseRecord } from './leaseRules';

/** Milliseconds after which record copies of dead processes are removed. */
const STALE_AGE = 3_600_000;

/** Dependencies of creating an epoch; replaced in tests. */
export interface EpochCreator {
  /** Creates a hard link; fails if the name is taken or hard links are unsupported. */
  link(from: string, to: string): Promise<void>;
  /** Awaited between two operations, so that tests can interleave processes. */
  pause(step: string): Promise<void>;
}

/** Number and content of an epoch file to create. */
export interface NewEpoch {
  readonly number: number;
  readonly record: LeaseRecord;
}

/** File names in the lease folder; empty if there is no folder. */
export async function listEpochs(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw diskError('read the lease in', directory, error);
  }
}

/** Whether `epoch` is still held; false if the folder cannot be read. */
export function isHeldNow(directory: string, epoch: number): boolean {
  try {
    return isHolding(readdirSync(directory), epoch);
  } catch {
    return false;
  }
}

/**
 * Creates the epoch's file with its content atomically; false if another process did. Where hard
 * links are unsupported, the file is created exclusively and then filled; until then a copy beside
 * it names the process that fills it (`readEpoch`).
 */
export async function createEpoch(
  directory: string,
  { number, record }: NewEpoch,
  creator: EpochCreator,
): Promise<boolean> {
  const file = join(directory, epochName(number));
  const copy = join(directory, `${record.token}${TAKER_SUFFIX}`);
  try {
    // Synced, so that a power cut leaves no epoch without content.
    await writeFile(copy, JSON.stringify(record), { flag: 'wx', mode: 0o600, flush: true });
    const created = await linkOrFill({ copy, file, content: JSON.stringify(record) }, creator);
    // Network file systems may report a successful link as failed.
    return created || (await isTakenBy(file, record.token));
  } catch (error) {
    throw error instanceof StateError ? error : diskError('take the lease in', directory, error);
  } finally {
    // If this fails, a later holder removes the copy.
    await unlink(copy).catch(() => undefined);
  }
}

/** Withdraws an epoch that this process created too late. No other process uses its file. */
export async function withdrawEpoch(directory: string, epoch: number): Promise<void> {
  await unlink(join(directory, epochName(epoch))).catch(ignoreMissing);
}

/** Marks the epoch as released, atomically. Throws file system errors. */
export function releaseEpoch(directory: string, epoch: number): void {
  renameWithRetry(join(directory, epochName(epoch)), join(directory, epochName(epoch, 'released')));
}

/** Removes superseded epochs and stale record copies. Ignores failures. */
export async function cleanUpEpochs(directory: string, highest: number): Promise<void> {
  const names = await listEpochs(directory);
  const old = listSuperseded(names, highest);
  const litter = await Promise.all(names.map((name) => isStaleCopy(join(directory, name))));
  const all = [...old, ...names.filter((_, index) => litter[index])];
  await Promise.allSettled(all.map((name) => unlink(join(directory, name))));
}

interface EpochFile {
  readonly copy: string;
  readonly file: string;
  readonly content: string;
}

async function linkOrFill(
  { copy, file, content }: EpochFile,
  creator: EpochCreator,
): Promise<boolean> {
  try {
    await creator.link(copy, file);
    return true;
  } catch (error) {
    if (isTakenByOther(error)) return false;
  }
  await creator.pause('no links');
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (isTakenByOther(error)) return false;
    throw error;
  }
  try {
    await creator.pause('created empty');
    await writeFile(file, content, { flag: 'r+', flush: true });
    return true;
  } catch (error) {
    // Other processes created higher epochs and removed this file.
    if (errorCode(error) === 'ENOENT') return false;
    // Created but empty: no process could have relied on it.
    await unlink(file).catch(ignoreMissing);
    throw error;
  }
}

/** Whether the name is taken, or the copy was removed as stale. */
function isTakenByOther(error: unknown): boolean {
  return ['EEXIST', 'ENOENT'].includes(errorCode(error));
}

async function isStaleCopy(file: string): Promise<boolean> {
  if (!file.endsWith(TAKER_SUFFIX)) return false;
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > STALE_AGE;
}

function ignoreMissing(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error;
}
