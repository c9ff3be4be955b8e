import { readdirSync } from 'node:fs';
import { readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from '../files/diskError';
import { renameWithRetry } from '../files/durableFile';
import { isTakenBy, TAKER_SUFFIX } from './epochRecord';
import { epochName, isHolding, listSuperseded, type LeaseRecord } from './leaseRules';

/** Copies of takers that died are removed after this many milliseconds. */
const STALE_AGE = 3_600_000;

/** What creating an epoch asks of its surroundings. */
export interface EpochCreator {
  /** Gives a file a second name; fails when that is taken, and where there are no hard links. */
  link(from: string, to: string): Promise<void>;
  /** Awaited between two steps. */
  pause(step: string): Promise<void>;
}

/** An epoch to be created. */
export interface NewEpoch {
  readonly number: number;
  readonly record: LeaseRecord;
}

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
export function isHeldNow(directory: string, epoch: number): boolean {
  try {
    return isHolding(readdirSync(directory), epoch);
  } catch {
    return false;
  }
}

/**
 * Creates the epoch's file with its content in one step; false when somebody else did. Where the
 * file system knows no links, the file is created exclusively and then filled, and the copy beside it
 * tells until then who is at it (`readEpoch`).
 */
export async function createEpoch(
  directory: string,
  { number, record }: NewEpoch,
  creator: EpochCreator,
): Promise<boolean> {
  const file = join(directory, epochName(number));
  const copy = join(directory, `${record.token}${TAKER_SUFFIX}`);
  try {
    // Synced, so that no power cut leaves an epoch without its content.
    await writeFile(copy, JSON.stringify(record), { flag: 'wx', mode: 0o600, flush: true });
    const created = await linkOrFill({ copy, file, content: JSON.stringify(record) }, creator);
    // Over a network a link can be reported as failed and be there.
    return created || (await isTakenBy(file, record.token));
  } catch (error) {
    throw error instanceof StateError ? error : diskError('take the lease in', directory, error);
  } finally {
    // Where that fails it is litter for a later holder.
    await unlink(copy).catch(() => undefined);
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
    // Others went far past this number and removed its file.
    if (errorCode(error) === 'ENOENT') return false;
    // Created, but not filled: nobody could read it, so nobody relied on it.
    await unlink(file).catch(ignoreMissing);
    throw error;
  }
}

/** The name is taken, or our copy was removed as litter long after we looked. */
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
