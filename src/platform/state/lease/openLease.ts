import { randomUUID } from 'node:crypto';
import { link } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { HolderPlace, LeaseHolder } from '../../../model/workspace/leaseHolder';
import { StateError } from '../../../ports/workspaceState';
import { diskError, errorCode } from '../files/diskError';
import {
  cleanUpEpochs,
  createEpoch,
  isHeldNow,
  listEpochs,
  releaseEpoch,
  withdrawEpoch,
  type EpochCreator,
  type NewEpoch,
} from './epochFiles';
import { readEpoch, type EpochRecord, type RecordReader } from './epochRecord';
import {
  isHolding,
  isDead,
  assessLiveness,
  placeOf,
  readEpochs,
  toHolder,
  type LeaseRecord,
  type ProcessFact,
  type ProcessIdentity,
} from './leaseRules';
import { findProcess, exists, ownIdentity } from './processIdentity';

/** Dependencies of a lease; tests simulate processes and delays with them. */
export interface LeaseSurroundings extends EpochCreator, Pick<RecordReader, 'wait'> {
  identity(): Promise<ProcessIdentity>;
  findProcess(pid: number, expectedStart: string): Promise<ProcessFact>;
}

export interface LeaseOptions {
  /** Folder of the epoch files; must exist when the lease is acquired. */
  readonly directory: string;
  readonly who: LeaseHolder['who'];
  readonly now: () => Date;
  readonly surroundings?: LeaseSurroundings;
}

/** The lease while this process holds it. */
export interface Epoch {
  readonly number: number;
  /**
   * False once the folder shows otherwise, such as after its deletion; then nothing may be
   * written.
   */
  isHeld(): boolean;
  /** Releases the lease. Idempotent. */
  release(): void;
}

export type EpochAttempt =
  | { readonly ok: true; readonly epoch: Epoch }
  | { readonly ok: false; readonly holder: LeaseHolder };

/** The living holder. */
export interface LeaseInspection {
  readonly record: LeaseRecord;
  readonly epoch: number;
  readonly place: HolderPlace;
}

export interface Lease {
  /**
   * Acquires the lease unless a living process holds it. Throws `StateError` when the folder
   * cannot be read or written.
   */
  acquire(): Promise<EpochAttempt>;
  /** The living holder, which may be this process; undefined if the lease is free. */
  holder(): Promise<LeaseRecord | undefined>;
  /** The same, with what else is known. */
  inspect(): Promise<LeaseInspection | undefined>;
  /**
   * Releases an epoch whose holder is not visible from here; false if it is visible, or the epoch is
   * held no more. Throws `StateError`.
   */
  unlock(epoch: number): Promise<boolean>;
  /**
   * Epoch of the holder, cheap enough for polling; 0 if the lease is free or the holder's process
   * id no longer exists. Only `holder` detects a reused process id.
   */
  peekEpoch(): Promise<number>;
}

const realSurroundings: LeaseSurroundings = {
  identity: ownIdentity,
  findProcess,
  pause: () => Promise.resolve(),
  link,
  wait: async (ms) => wait(ms),
};

/** Each retry means that another process was faster; this many in a row do not occur. */
const MAX_TRIES = 1_000;

/** Tokens that this process released, even if the disk could not record it. */
const givenUp = new Set<string>();

/**
 * One writer per folder. The file `<n>` appears with its content atomically (or, without hard
 * links, counts as its creator's until it is complete) and never changes. The creator of the
 * highest file holds the lease, unless the file was renamed to `<n>.released` or the process is
 * provably dead. The highest number never decreases, because only lower files are removed. So a
 * process whose number is still the highest after creating it can only be followed by a process
 * that read that very number.
 */
export function openLease(options: LeaseOptions): Lease {
  const surroundings = options.surroundings ?? realSurroundings;
  return {
    acquire: () => acquire(options, surroundings),
    holder: async () => (await inspectLease(options.directory, surroundings)).holder,
    inspect: () => inspect(options.directory, surroundings),
    unlock: (epoch) => unlock(options.directory, epoch, surroundings),
    peekEpoch: () => peekEpoch(options.directory, surroundings),
  };
}

async function acquire(
  { directory, who, now }: LeaseOptions,
  surroundings: LeaseSurroundings,
): Promise<EpochAttempt> {
  const identity = await surroundings.identity();
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const { highest, holder } = await inspectLease(directory, surroundings);
    if (holder !== undefined) return { ok: false, holder: toHolder(holder) };
    const mine = { ...identity, token: randomUUID(), who, since: now().toISOString() };
    await surroundings.pause('found it free');
    if (await takeEpoch(directory, { number: highest + 1, record: mine }, surroundings)) {
      return { ok: true, epoch: toEpoch(directory, highest + 1, mine.token) };
    }
  }
  throw new StateError(
    `Could not take the lease in ${directory}: other processes keep taking it first.`,
  );
}

async function takeEpoch(
  directory: string,
  epoch: NewEpoch,
  surroundings: LeaseSurroundings,
): Promise<boolean> {
  const { number, record } = epoch;
  if (!(await tryCreateEpoch(directory, epoch, surroundings))) return false;
  try {
    await surroundings.pause('created');
    const isOurs = isHolding(await listEpochs(directory), number);
    await surroundings.pause('listed again');
    // Too late: another process created a higher number, or this one was released.
    if (!isOurs) await withdrawEpoch(directory, number);
    else await cleanUpEpochs(directory, number);
    return isOurs;
  } catch (error) {
    toEpoch(directory, number, record.token).release();
    throw error;
  }
}

async function tryCreateEpoch(
  directory: string,
  epoch: NewEpoch,
  surroundings: LeaseSurroundings,
): Promise<boolean> {
  try {
    return await createEpoch(directory, epoch, surroundings);
  } catch (error) {
    // The copy may remain: no process should wait for this attempt.
    givenUp.add(epoch.record.token);
    throw error;
  }
}

interface LeaseView {
  readonly highest: number;
  readonly holder: LeaseRecord | undefined;
}

/** Reads the highest epoch and its holder if alive; retries if it changed meanwhile. */
async function inspectLease(
  directory: string,
  surroundings: LeaseSurroundings,
): Promise<LeaseView> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const { highest, released } = readEpochs(await listEpochs(directory));
    if (highest === 0 || released) return { highest, holder: undefined };
    await surroundings.pause('listed');
    const found = await readRecord(directory, highest, surroundings);
    if (found.kind === 'missing') continue;
    await surroundings.pause('read');
    if (found.kind === 'abandoned') return { highest, holder: undefined };
    const { record } = found;
    if (await isProvenDead(record, surroundings)) return { highest, holder: undefined };
    await surroundings.pause('judged');
    if (isHolding(await listEpochs(directory), highest)) return { highest, holder: record };
  }
  throw new StateError(`Could not read the lease in ${directory}: it keeps changing.`);
}

async function inspect(
  directory: string,
  surroundings: LeaseSurroundings,
): Promise<LeaseInspection | undefined> {
  const { highest, holder } = await inspectLease(directory, surroundings);
  if (holder === undefined) return undefined;
  const place = placeOf(holder, await surroundings.identity());
  return { record: holder, epoch: highest, place };
}

async function unlock(
  directory: string,
  epoch: number,
  surroundings: LeaseSurroundings,
): Promise<boolean> {
  const found = await inspect(directory, surroundings);
  if (found?.epoch !== epoch || found.place === 'here') return false;
  await surroundings.pause('inspected');
  try {
    releaseEpoch(directory, epoch);
    return true;
  } catch (error) {
    // Another process released it first.
    if (errorCode(error) === 'ENOENT') return false;
    throw diskError('release the lease in', directory, error);
  }
}

async function peekEpoch(directory: string, surroundings: LeaseSurroundings): Promise<number> {
  const { highest, released } = readEpochs(await listEpochs(directory));
  if (highest === 0 || released) return 0;
  const found = await readRecord(directory, highest, surroundings);
  if (found.kind !== 'taken' || givenUp.has(found.record.token)) return 0;
  const answer = assessLiveness(found.record, await surroundings.identity());
  return answer === 'alive' || (answer === 'unknown' && exists(found.record.pid)) ? highest : 0;
}

function readRecord(
  directory: string,
  epoch: number,
  surroundings: LeaseSurroundings,
): Promise<EpochRecord> {
  return readEpoch(directory, epoch, {
    isProvenDead: (taker) => isProvenDead(taker, surroundings),
    wait: (ms) => surroundings.wait(ms),
  });
}

async function isProvenDead(
  record: LeaseRecord,
  surroundings: LeaseSurroundings,
): Promise<boolean> {
  if (givenUp.has(record.token)) return true;
  const answer = assessLiveness(record, await surroundings.identity());
  if (answer !== 'unknown') return answer === 'dead';
  return isDead(record, await surroundings.findProcess(record.pid, record.started));
}

function toEpoch(directory: string, number: number, token: string): Epoch {
  return {
    number,
    isHeld: () => !givenUp.has(token) && isHeldNow(directory, number),
    release: () => {
      if (givenUp.has(token)) return;
      givenUp.add(token);
      try {
        releaseEpoch(directory, number);
      } catch {
        // The folder is gone or not writable: this process knows by `givenUp`, others by its exit.
      }
    },
  };
}
