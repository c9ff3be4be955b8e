import { deflateJson, inflateJson } from './deflatedJson';
import { bytes, integer } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

/** Events of one block. */
const BLOCK_EVENTS = 256;
/** Newest events that stay rows of their own. */
const KEPT_EVENTS = 256;

/** Events that repeat facts of turns and attempts. */
export const REPEATING = `
  (event IN ('turn_started', 'turn_ended', 'task_status_changed', 'run_started', 'run_ended',
    'retry_scheduled', 'attempt_recorded')
    OR (event = 'loop_detected' AND ifnull(json_extract(data, '$.level'), '') = 'suspect'))`;
// Recoveries are looked for by their place among the runs.
const LASTING = `NOT ${REPEATING} AND event <> 'state_recovered'`;
const COUNT = `SELECT count(*) AS count FROM events WHERE ${LASTING}`;
const OLDEST = `SELECT * FROM events WHERE ${LASTING} ORDER BY id LIMIT ?`;
const REMOVE = 'DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))';
const ADD = 'INSERT INTO event_blocks (first_id, events) VALUES (?, ?)';
const FIRST_IDS = 'SELECT first_id FROM event_blocks ORDER BY first_id';
const BLOCK = 'SELECT events FROM event_blocks WHERE first_id = ?';

/** Packs old events that are kept for ever into blocks, in the caller's transaction. */
export function packEvents(db: SqlDatabase): void {
  const row = db.get(COUNT);
  let left = row === undefined ? 0 : integer(row, 'count');
  for (; left >= KEPT_EVENTS + BLOCK_EVENTS; left -= BLOCK_EVENTS) {
    const events = db.all(OLDEST, [BLOCK_EVENTS]);
    const ids = events.map((event) => integer(event, 'id'));
    db.run(ADD, [ids[0] ?? 0, deflateJson(events)]);
    db.run(REMOVE, [JSON.stringify(ids)]);
  }
}

/** Creates a function that lists the packed rows of `events`, oldest first within a block; each block is unpacked once. */
export function createPackedEvents(db: SqlDatabase): () => readonly Row[] {
  let known = { epoch: db.epoch, ids: '', rows: [] as readonly Row[] };
  return () => {
    const ids = db.all(FIRST_IDS).map((row) => integer(row, 'first_id'));
    const names = ids.join();
    if (known.epoch !== db.epoch || known.ids !== names) {
      const blocks = ids.flatMap((id) => db.all(BLOCK, [id]));
      const rows = blocks.flatMap((row) => inflateJson(bytes(row, 'events')) as readonly Row[]);
      known = { epoch: db.epoch, ids: names, rows };
    }
    return known.rows;
  };
}
