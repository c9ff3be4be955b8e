import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from '../files/diskError';
import { epochName, type LeaseRecord } from './leaseRules';

/** Ends the names of the copies that takers keep until their epoch's file is complete. */
export const TAKER_SUFFIX = '.tmp';

/** How often, and after how many milliseconds, a record that is no whole one is read again. */
const TRIES = 40;
const PAUSE = 25;

/** What an epoch's file says. */
export type EpochRecord =
  /** Who took it, or is about to: a living taker may still be filling it. */
  | { readonly kind: 'taken'; readonly record: LeaseRecord }
  | { readonly kind: 'missing' }
  /** Cut off, and nobody lives who could complete it or ever relied on it. */
  | { readonly kind: 'abandoned' };

/** What reading an epoch asks of its surroundings. */
export interface RecordReader {
  isProvenDead(taker: LeaseRecord): Promise<boolean>;
  /** Resolves after that many milliseconds. */
  wait(ms: number): Promise<void>;
}

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

/**
 * Reads an epoch. A file that is cut off is given a second to become whole. It is abandoned only by
 * proof: whoever fills it keeps a whole copy of its record beside it from before the file is created
 * until it is complete, so a file that is still cut off after the copies were listed can only be
 * completed by one of those takers. Throws `StateError` for any other damage.
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

/** Whether the file is there, whole, and made by the attempt with this token. */
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

/** Nothing at all, the beginning of a record, or either filled up with zeros by a power cut. */
function isCutOff(content: string): boolean {
  return /^(\{[^\0]*)?\0*$/.test(content);
}

/** One of those who may be filling an epoch's file right now. */
async function livingTaker(
  directory: string,
  reader: RecordReader,
): Promise<LeaseRecord | undefined> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw diskError('read the lease in', directory, error);
  });
  for (const name of names.filter((each) => each.endsWith(TAKER_SUFFIX))) {
    // A copy that is no whole one belongs to somebody who has not created a file yet.
    const found = await readOnce(join(directory, name));
    if (found.kind === 'taken' && !(await reader.isProvenDead(found.record))) return found.record;
  }
  return undefined;
}
