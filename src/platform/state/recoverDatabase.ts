import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { StoreReader } from '../../ports/store';
import { diskError, errorCode } from './files/diskError';
import { nodeDurableFs, renameWithRetry, type DurableFs } from './files/durableFile';
import type { StatePaths } from './files/stateFolders';

/** Data of the event `state_recovered`. */
export interface Recovery {
  /** Sentences for users: the damage, the loss, the path of the damaged file. */
  readonly message: string;
  /** '' if no file was left. */
  readonly damagedFile: string;
}

/** Facts for the description of a recovery. */
export interface RecoveryFacts {
  /** Why the database is unusable, one sentence; undefined if there was no file. */
  readonly damage: string | undefined;
  readonly damagedFile: string;
  /** The last good state; undefined if there was none. */
  readonly lastGood: StoreReader | undefined;
  /** Where unreferenced old turns were moved; undefined if there were none. */
  readonly oldTurns: string | undefined;
}

/** Describes the loss as precisely as the last good state allows. */
export function describeRecovery(facts: RecoveryFacts): Recovery {
  const { damage, damagedFile, lastGood, oldTurns } = facts;
  const sentences = [
    damage === undefined
      ? 'The state of this workspace was missing.'
      : `The state of this workspace could not be used. ${damage}`,
    lastGood === undefined
      ? 'There was no earlier version: Devs starts with an empty state, and its records are lost.'
      : `${lossSince(lastGood)} is lost.`,
    ...(damagedFile === '' ? [] : [`That file is kept as ${damagedFile}.`]),
    ...(oldTurns === undefined ? [] : [`Older turns are kept in ${oldTurns}.`]),
  ];
  return { message: sentences.join(' '), damagedFile };
}

/** "What Devs recorded after 2026-11-22 04:10 UTC (turn 7 of fix-rounding)". */
function lossSince(reader: StoreReader): string {
  const turn = reader.listTurnSummaries().at(-1);
  const at = reader.listEvents(1)[0]?.at ?? turn?.startedAt;
  if (at === undefined) return 'What Devs recorded last';
  const newest = turn === undefined ? '' : ` (turn ${turn.number} of ${turn.taskId})`;
  return `What Devs recorded after ${minutes(at)}${newest}`;
}

function minutes(at: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at);
  return parts === null ? at : `${parts[1]} ${parts[2]} UTC`;
}

/**
 * Keeps a damaged file under a new name and returns its path. The file also stays in place until
 * it is replaced, except where hard links are unsupported.
 */
export function setAside(file: string, now: Date, fs: DurableFs = nodeDurableFs): string {
  try {
    const known = alreadyAside(file);
    if (known !== undefined) return known;
    const aside = freeName(file, now);
    linkOrMove(file, aside, fs);
    return aside;
  } catch (error) {
    throw diskError('set aside the damaged state', file, error);
  }
}

/** Moves unreferenced old turns aside and returns their path; undefined if there are none. */
export function setHistoryAside(
  { history }: Pick<StatePaths, 'history'>,
  now: Date,
  fs: DurableFs = nodeDurableFs,
): string | undefined {
  try {
    if (!existsSync(history) || readdirSync(history).length === 0) return undefined;
    const aside = freeName(history, now);
    renameWithRetry(history, aside, fs);
    return aside;
  } catch (error) {
    throw diskError('set aside the old turns', history, error);
  }
}

function linkOrMove(from: string, to: string, fs: DurableFs): void {
  try {
    fs.link(from, to);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOSPC') throw error;
    renameWithRetry(from, to, fs);
  }
}

/** The name that an interrupted recovery gave the same file. */
function alreadyAside(file: string): string | undefined {
  const { ino } = statSync(file, { bigint: true });
  const prefix = `${basename(file)}.damaged-`;
  const folder = dirname(file);
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name))
    .find((path) => statSync(path, { bigint: true }).ino === ino);
}

function freeName(path: string, now: Date): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const name = `${path}.damaged-${time}`;
  for (let number = 2, free = name; ; number += 1) {
    if (!existsSync(free)) return free;
    free = `${name}-${number}`;
  }
}
