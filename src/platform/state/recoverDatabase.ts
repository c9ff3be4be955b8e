import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { StoreReader } from '../../ports/store';
import { diskError, errorCode } from './files/diskError';
import { nodeDurableFs, renameWithRetry, type DurableFs } from './files/durableFile';
import type { StatePaths } from './files/stateFolders';

/** What happened to the state, for the event that tells it. */
export interface Recovery {
  /** Sentences for humans: what was damaged, what is lost, where the damaged file is. */
  readonly message: string;
  /** '' when there was none left to keep. */
  readonly damagedFile: string;
}

/** Everything that a recovery is told from. */
export interface RecoveryFacts {
  /** Why the database could not be used, a sentence; undefined when there was no such file. */
  readonly damage: string | undefined;
  readonly damagedFile: string;
  /** The last good state; undefined when there was none to use. */
  readonly lastGood: StoreReader | undefined;
  /** Where the old turns went that nothing names any more; undefined when there were none. */
  readonly oldTurns: string | undefined;
}

/** Says what was lost, as exactly as the last good state lets it be known. */
export function describeRecovery(facts: RecoveryFacts): Recovery {
  const { damage, damagedFile, lastGood, oldTurns } = facts;
  const sentences = [
    damage === undefined
      ? 'The state of this workspace was gone.'
      : `The state of this workspace could not be used. ${damage}`,
    lastGood === undefined
      ? 'There was no other one: Devs starts anew, and what it had recorded is lost.'
      : `${lossSince(lastGood)} is lost.`,
    ...(damagedFile === '' ? [] : [`The damaged file is kept as ${damagedFile}.`]),
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
 * Keeps a damaged file under another name, which no file has yet; it also stays where it is until
 * something replaces it, except where there are no hard links. Returns the new path.
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

/** Moves the old turns that no database names any more away; undefined when there are none. */
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

/** The name that a recovery which was cut off gave the very same file. */
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
