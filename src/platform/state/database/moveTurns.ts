import { integer } from './sql/row';
import type { StoredTurn } from './segments/segmentFormat';
import type { Row, SqlDatabase } from './sql/sqlDatabase';
import type { TurnArchive } from './segments/turnArchive';
import { toTurn } from './tables/turnTable';

/** Minimum number of turns kept in the database; running turns always stay. */
export const KEPT_TURNS = 256;
/** Turns of one segment. */
export const SEGMENT_TURNS = 256;
/**
 * Number of newest events kept of those that repeat facts of turns and attempts; the start of the
 * newest run is kept too.
 */
export const KEPT_REPEATING_EVENTS = 2_000;

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
const REPEATING = `
  (event IN ('turn_started', 'turn_ended', 'task_status_changed', 'run_started', 'run_ended',
    'retry_scheduled', 'attempt_recorded')
    OR (event = 'loop_detected' AND json_extract(data, '$.level') = 'suspect'))`;
const PRUNE_EVENTS = `
  DELETE FROM events WHERE ${REPEATING} AND id <= (
    SELECT id FROM events WHERE ${REPEATING} ORDER BY id DESC LIMIT 1 OFFSET ?)
  AND id <> ifnull((SELECT max(id) FROM events WHERE event = 'run_started'), 0)`;

/** Whether enough old turns exist for a segment. */
export function canMoveTurns(db: SqlDatabase): boolean {
  return countMovable(db) >= SEGMENT_TURNS;
}

/** Moves old turns into segments, oldest first, and prunes events, in the caller's transaction. */
export function moveTurns(db: SqlDatabase, archive: TurnArchive): void {
  for (let left = countMovable(db); left >= SEGMENT_TURNS; left -= SEGMENT_TURNS) {
    const turns = db.all(OLDEST, [SEGMENT_TURNS]).map(toStored);
    archive.add(turns);
    db.run(REMOVE_UP_TO, [turns.at(-1)?.seq ?? 0]);
  }
  db.run(PRUNE_EVENTS, [KEPT_REPEATING_EVENTS]);
}

function countMovable(db: SqlDatabase): number {
  const row = db.get(MOVABLE, [KEPT_TURNS]);
  return row === undefined ? 0 : integer(row, 'movable');
}

function toStored(row: Row): StoredTurn {
  return { seq: integer(row, 'seq'), turn: toTurn(row) };
}
