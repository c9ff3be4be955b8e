import type { Attempt } from '../../domain/attempt';
import type { TaskStatus } from '../../domain/task';
import type { Store, StoreReader } from '../../ports/store';
import { flag, integer, json, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listAttempts' | 'newestAttempt' | 'countAttempts'>;
type Writing = Pick<Store, 'addAttempt'>;

// A negative limit is none.
const ALL = 'SELECT * FROM attempts WHERE number > ? ORDER BY number DESC LIMIT ?';
const OF_TASK = `
  SELECT * FROM attempts WHERE number > ? AND task_id = ? ORDER BY number DESC LIMIT ?`;
const NEWEST = `SELECT seq FROM sqlite_sequence WHERE name = 'attempts'`;
const COUNTS = `
  SELECT attempts.task_id, count(*) AS count, max(attempts.number) AS newest, attempts.at
  FROM attempts JOIN tasks ON tasks.id = attempts.task_id
  WHERE tasks.hidden = 0 AND attempts.number > tasks.attempts_before
  GROUP BY attempts.task_id`;
const ADD = `
  INSERT INTO attempts (task_id, at, status, session_id, blockers, completed_work, counted, changed,
    progress, definition, agent, first_turn, last_turn)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`;

/** Reads `attempts`. */
export function readAttempts(db: SqlDatabase): Reading {
  return {
    listAttempts: ({ taskId, after = 0, limit = -1 }) =>
      (taskId === undefined ? db.all(ALL, [after, limit]) : db.all(OF_TASK, [after, taskId, limit]))
        .map(toAttempt)
        .reverse(),
    newestAttempt: () => {
      const row = db.get(NEWEST);
      return row === undefined ? 0 : integer(row, 'seq');
    },
    countAttempts: () =>
      // SQLite takes the other columns from the row that holds the maximum.
      db.all(COUNTS).map((row) => ({
        taskId: text(row, 'task_id'),
        count: integer(row, 'count'),
        lastAt: text(row, 'at'),
      })),
  };
}

/** Writes `attempts`: append-only. */
export function writeAttempts(db: SqlDatabase): Writing {
  return {
    addAttempt: (attempt) => {
      const row = db.get(ADD, [
        attempt.taskId,
        attempt.at,
        attempt.status,
        attempt.sessionId,
        list(attempt.blockers),
        list(attempt.completedWork),
        Number(attempt.counted),
        attempt.changed === undefined ? null : Number(attempt.changed),
        Number(attempt.progress),
        attempt.definition,
        attempt.agent,
        attempt.turns?.first ?? null,
        attempt.turns?.last ?? null,
      ]);
      if (row === undefined) throw new Error('the attempt was not recorded');
      return integer(row, 'number');
    },
  };
}

function list(lines: readonly string[]): string | null {
  return lines.length === 0 ? null : JSON.stringify(lines);
}

function toAttempt(row: Row): Attempt {
  const first = row['first_turn'];
  return {
    number: integer(row, 'number'),
    taskId: text(row, 'task_id'),
    at: text(row, 'at'),
    status: text(row, 'status') as TaskStatus,
    blockers: lines(row, 'blockers'),
    completedWork: lines(row, 'completed_work'),
    sessionId: text(row, 'session_id'),
    counted: flag(row, 'counted'),
    ...(row['changed'] === null ? {} : { changed: flag(row, 'changed') }),
    progress: flag(row, 'progress'),
    definition: text(row, 'definition'),
    agent: text(row, 'agent'),
    ...(first === null
      ? {}
      : { turns: { first: integer(row, 'first_turn'), last: integer(row, 'last_turn') } }),
  };
}

function lines(row: Row, column: string): readonly string[] {
  return row[column] === null ? [] : (json(row, column) as readonly string[]);
}
