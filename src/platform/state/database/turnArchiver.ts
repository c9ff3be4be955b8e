import { packEvents, REPEATING } from './eventBlocks';
import { isSegmentName, type StoredTurn } from './segmentFormat';
import type { SqlDatabase, Row } from './sqlDatabase';
import type { Transactions } from './transactions';
import type { TurnArchive } from './turnArchive';
import { integer } from './row';
import { toTurn } from './turnTable';

/**
 * Keeps the database small: moves old turns into segments and removes unnamed segments. Failures
 * are reported by `problem` and retried; the turns stay in place.
 */
export class TurnArchiver {
  /** Last failure, one sentence; undefined after success. */
  problem: string | undefined;
  private busy = false;
  /** Segments without an entry; the previous database file may still name them. */
  private unnamed: ReadonlySet<string> | undefined;

  constructor(
    private readonly db: SqlDatabase,
    private readonly archive: TurnArchive,
    private readonly transactions: Transactions,
  ) {}

  /** To be called after each persisted transaction, and once on opening. */
  run(): void {
    const { segments } = this.archive;
    if (this.busy || segments === undefined) return;
    this.busy = true;
    try {
      this.removeUnnamed(segments.files);
      if (canMoveTurns(this.db))
        this.transactions.runAndCompact(() => moveTurns(this.db, this.archive));
      this.problem = undefined;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.problem = `Old turns could not be moved out of the database, so it grows: ${why}`;
    } finally {
      this.busy = false;
    }
  }

  /** Removes a file once neither this state nor the last good one names it. */
  private removeUnnamed(files: NonNullable<TurnArchive['segments']>['files']): void {
    const before = this.unnamed;
    const mayHaveChanged =
      before === undefined || before.size > 0 || this.archive.mayHaveUnnamedFiles;
    if (!mayHaveChanged) return;
    this.archive.mayHaveUnnamedFiles = false;
    const named = new Set(this.archive.entries().map(({ file }) => file));
    const unnamed = files.list().filter((name) => isSegmentFile(name) && !named.has(name));
    for (const name of unnamed) if (before?.has(name) === true) files.remove(name);
    this.unnamed = new Set(unnamed.filter((name) => before?.has(name) !== true));
  }
}

/** Whether a file is a segment or a temporary file of one. */
function isSegmentFile(name: string): boolean {
  return isSegmentName(name) || (name.startsWith('turns-') && name.endsWith('.tmp'));
}

/** Minimum number of turns kept in the database; running turns always stay. */
export const KEPT_TURNS = 256;
/** Turns of one segment. */
export const SEGMENT_TURNS = 256;
/**
 * Number of newest events kept of those that repeat facts of turns and attempts; the start of the
 * newest run is kept too.
 */
const KEPT_REPEATING_EVENTS = 1_000;

// Only turns older than every running turn move, so that every archived turn is older than every
// other turn.
const MOVABLE = `
  SELECT min(
    (SELECT count(*) FROM turns) - ?1,
    (SELECT count(*) FROM turns
     WHERE seq < ifnull((SELECT min(seq) FROM turns WHERE outcome = 'running'), 9e15))
  ) AS movable`;
const OLDEST = 'SELECT * FROM turns ORDER BY seq LIMIT ?';
const REMOVE_UP_TO = 'DELETE FROM turns WHERE seq <= ?';
const PRUNE_EVENTS = `
  DELETE FROM events WHERE ${REPEATING} AND id <= (
    SELECT id FROM events WHERE ${REPEATING} ORDER BY id DESC LIMIT 1 OFFSET ?)
  AND id <> ifnull((SELECT max(id) FROM events WHERE event = 'run_started'), 0)`;

/** Whether enough old turns exist for a segment. */
function canMoveTurns(db: SqlDatabase): boolean {
  return countMovable(db) >= SEGMENT_TURNS;
}

/** Moves old turns into segments, oldest first, and prunes and packs events, in the caller's transaction. */
function moveTurns(db: SqlDatabase, archive: TurnArchive): void {
  for (let left = countMovable(db); left >= SEGMENT_TURNS; left -= SEGMENT_TURNS) {
    const turns = db.all(OLDEST, [SEGMENT_TURNS]).map(toStored);
    archive.add(turns);
    db.run(REMOVE_UP_TO, [turns.at(-1)?.seq ?? 0]);
  }
  db.run(PRUNE_EVENTS, [KEPT_REPEATING_EVENTS]);
  packEvents(db);
}

function countMovable(db: SqlDatabase): number {
  const row = db.get(MOVABLE, [KEPT_TURNS]);
  return row === undefined ? 0 : integer(row, 'movable');
}

function toStored(row: Row): StoredTurn {
  return { seq: integer(row, 'seq'), turn: toTurn(row) };
}
