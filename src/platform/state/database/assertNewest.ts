import { enumerate } from '../../../text/list';
import { integer } from './row';
import type { SegmentCache } from './segmentCache';
import { isSegmentName, lastTurnOf } from './segmentFormat';
import type { SqlDatabase } from './sqlDatabase';
import { UnusableDatabase } from './unusableDatabase';

const WRITES = 'SELECT writes FROM run_state WHERE id = 1';
const COUNT_WRITE = 'UPDATE run_state SET writes = writes + 1 WHERE id = 1';
const NEWEST_SEQ = `SELECT ifnull(max(seq), 0) AS seq FROM sqlite_sequence WHERE name = 'turns'`;

/** How often the file was written: larger in a newer one. */
export function countWrites(db: SqlDatabase): number {
  const row = db.get(WRITES);
  return row === undefined ? 0 : integer(row, 'writes');
}

/** To be called in each transaction that changes something. */
export function addWrite(db: SqlDatabase): void {
  db.run(COUNT_WRITE);
}

/** Throws `UnusableDatabase` if a file was written later than this one: `known` is its number of writes. */
export function assertNotReplaced(writes: number, known: number | undefined): void {
  if (known === undefined || writes >= known) return;
  throw new UnusableDatabase(
    'damaged',
    'It is older than the file that was written before it: another one was put in its place.',
  );
}

/** Throws `UnusableDatabase` if segments hold turns that began after every turn that this database ever had. */
export function assertKnowsSegments(db: SqlDatabase, segments: SegmentCache | undefined): void {
  const names = [...(segments?.names() ?? [])].filter(isSegmentName);
  if (segments === undefined || names.length === 0) return;
  const row = db.get(NEWEST_SEQ);
  const newest = row === undefined ? 0 : integer(row, 'seq');
  const later = names.filter((name) => lastTurnOf(name) > newest).sort();
  if (later.length === 0) return;
  const files = enumerate(later.map((name) => segments.files.path(name)));
  const has = later.length === 1 ? 'has' : 'have';
  throw new UnusableDatabase(
    'outdated',
    `It knows ${newest} turns, but ${files} ${has} later ones: an older file was put in its place. ` +
      `Put the newer one back, or move ${files} away to go on from the older one.`,
  );
}
