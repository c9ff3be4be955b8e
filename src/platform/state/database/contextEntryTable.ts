import type { DetectedLoop } from '../../../model/task/attempt';
import type { ContextEntry, ContextTopic } from '../../../model/task/contextEntry';
import type { Store, StoreReader } from '../../../ports/store';
import { integer, json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listContextEntries'>;
type Writing = Pick<Store, 'addContextEntry' | 'closeContextEntry' | 'forgetContextEntries'>;

// Proofs are long: only indexed entries are read. The plus keeps to the index of open ones. A negative limit is none.
const LIST = 'SELECT * FROM context_entries WHERE (?1 IS NULL OR topic = ?1)';
const NEWEST_FIRST = 'ORDER BY +rowid DESC LIMIT ?2';
const ALL = `${LIST} ${NEWEST_FIRST}`;
const OPEN = `${LIST} AND closed_at IS NULL ${NEWEST_FIRST}`;
const OF_TASK = `${LIST} AND task_id = ?3 ${NEWEST_FIRST}`;
const OPEN_OF_TASK = `${LIST} AND task_id = ?3 AND closed_at IS NULL ${NEWEST_FIRST}`;
const ADD = `
  INSERT INTO context_entries (id, task_id, topic, content, timestamp, loop, attempt, closed_at, closed_why)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const CLOSE = `
  UPDATE context_entries SET closed_at = ?2, closed_why = ?3 WHERE id = ?1 AND closed_at IS NULL`;
const FORGET = `
  DELETE FROM context_entries
  WHERE closed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))`;

/** Reads `context_entries`. */
export function readContextEntries(db: SqlDatabase): Reading {
  return {
    listContextEntries: ({ taskId, topic = null, open = false, limit = -1 }) => {
      const rows =
        taskId === undefined
          ? db.all(open ? OPEN : ALL, [topic, limit])
          : db.all(open ? OPEN_OF_TASK : OF_TASK, [topic, limit, taskId]);
      return rows.map(toEntry);
    },
  };
}

/** Writes `context_entries`: entries are immutable except for being closed. */
export function writeContextEntries(db: SqlDatabase): Writing {
  return {
    addContextEntry: (entry) => {
      db.run(ADD, [
        entry.id,
        entry.taskId,
        entry.topic,
        entry.content,
        entry.timestamp,
        entry.loop === undefined ? null : JSON.stringify(entry.loop),
        entry.attempt,
        entry.closed?.at ?? null,
        entry.closed?.why ?? null,
      ]);
    },
    closeContextEntry: (id, { at, why }) => void db.run(CLOSE, [id, at, why]),
    forgetContextEntries: (ids) => void db.run(FORGET, [JSON.stringify(ids)]),
  };
}

function toEntry(row: Row): ContextEntry {
  const closedAt = optionalText(row, 'closed_at');
  return {
    id: text(row, 'id'),
    taskId: text(row, 'task_id'),
    topic: text(row, 'topic') as ContextTopic,
    content: text(row, 'content'),
    timestamp: text(row, 'timestamp'),
    ...(row['loop'] === null ? {} : { loop: json(row, 'loop') as DetectedLoop }),
    attempt: integer(row, 'attempt'),
    ...(closedAt === undefined ? {} : { closed: { at: closedAt, why: text(row, 'closed_why') } }),
  };
}
