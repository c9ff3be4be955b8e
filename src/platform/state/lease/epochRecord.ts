import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from '../files/diskError';
import { epochName, type LeaseRecord } from './leaseRules';

/**
 * Suffix of the record copies that acquiring processes keep until their epoch's file is complete.
 */
export const TAKER_SUFFIX = '.tmp';

/** Number of reads of an incomplete record, and milliseconds between them. */
const TRIES = 40;
const PAUSE = 25;

/** Content of an epoch's file. */
export type EpochRecord =
  /** The process that took it; it may still be writing the file. */
  | { readonly kind: 'taken'; readonly record: LeaseRecord }
  | { readonly kind: 'missing' }
  /** Incomplete, and no living process can complete it or relied on it. */
  | { readonly kind: 'abandoned' };

/** Dependencies of reading an epoch. */
export interface RecordReader {
  isProvenDead(taker: LeaseRecord): Promise<boolean>;
  /** Resolves after `ms` milliseconds. */
  wait(ms: number): Promise<void>;
}

const recordSchema = z.object({
  token: z.string(),
  pid: z.int().check(z.positive()),
  started: z.string(),
  host: z.string(),
  machine: z.string(),
  boot: z.string(),
  pidNamespace: z.string(),
  who: z.enum(['window', 'terminal']),
  since: z.string(),
});

/**
 * Reads an epoch. Waits up to a second for an incomplete file. It is abandoned only by proof: the
 * process that fills it keeps a complete copy of its record beside it from before the file is
 * created until it is complete, so a file that is still incomplete after the copies were listed
 * can only be completed by one of those processes. Throws `StateError` for any other damage.
 */
export async function readEpoch(
  directory: string,
  epoch: number,
  reader: RecordReader,
): Promise<EpochRecord> {
  const file = join(directory, epochName(epoch));
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const found = await readOnce(file);
    if (found.kind === 'taken' || found.kind === 'missing') return found;
    await reader.wait(PAUSE);
  }
  const taker = await livingTaker(directory, reader);
  const last = await readOnce(file);
  if (last.kind === 'taken' || last.kind === 'missing') return last;
  if (last.kind === 'damaged') {
    throw new StateError(`The lease ${file} is damaged. If no Devs runs here, delete that file.`);
  }
  return taker === undefined ? { kind: 'abandoned' } : { kind: 'taken', record: taker };
}

/** Whether the file is complete and was created by the attempt with this token. */
export async function isTakenBy(file: string, token: string): Promise<boolean> {
  const found = await readOnce(file);
  return found.kind === 'taken' && found.record.token === token;
}

type Found = Exclude<EpochRecord, { kind: 'abandoned' }> | { readonly kind: 'cutOff' | 'damaged' };

async function readOnce(file: string): Promise<Found> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw diskError('read the lease', file, error);
  });
  if (content === undefined) return { kind: 'missing' };
  try {
    const record = recordSchema.safeParse(JSON.parse(content)).data;
    return record === undefined ? { kind: 'damaged' } : { kind: 'taken', record };
  } catch {
    return { kind: isCutOff(content) ? 'cutOff' : 'damaged' };
  }
}

/**
 * Whether the content is empty or a truncated record, possibly padded with zeros by a power cut.
 */
function isCutOff(content: string): boolean {
  return /^(\{[^\0]*)?\0*$/.test(content);
}

/** Finds a living process that may be writing an epoch's file. */
async function livingTaker(
  directory: string,
  reader: RecordReader,
): Promise<LeaseRecord | undefined> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw diskError('read the lease in', directory, error);
  });
  for (const name of names.filter((each) => each.endsWith(TAKER_SUFFIX))) {
    // An incomplete copy belongs to a process that has not created its epoch file yet.
    const found = await readOnce(join(directory, name));
    if (found.kind === 'taken' && !(await reader.isProvenDead(found.record))) return found.record;
  }
  return undefined;
}
