import type { Attempt } from '../../../model/task/attempt';
import type { TaskStatus } from '../../../model/task/task';
import type { Store, StoreReader } from '../../../ports/store';
import { flag, integer, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<
  StoreReader,
  'listAttempts' | 'newestAttempt' | 'countAttempts' | 'listAttemptTimes'
>;
type Writing = Pick<Store, 'addAttempt' | 'forgetAttempts'>;

const ROWS = `
  SELECT json_group_array(json_object(
    'number', number, 'task_id', task_id, 'at', at, 'status', status, 'session_id', session_id,
    'blockers', json(blockers), 'completed_work', json(completed_work), 'counted', counted,
    'changed', changed, 'progress', progress, 'definition', definition, 'agent', agent,
    'first_turn', first_turn, 'last_turn', last_turn)) AS rows`;
// A negative limit is none.
const SELECTED = `${ROWS}
  FROM (SELECT * FROM attempts WHERE number > ?1 ORDER BY number DESC LIMIT ?2)`;
const OF_TASK = `${ROWS}
  FROM (SELECT * FROM attempts WHERE number > ?1 AND task_id = ?3 ORDER BY number DESC LIMIT ?2)`;
const MARKER = 'ifnull((SELECT attempts_before FROM tasks WHERE tasks.id = attempts.task_id), 0)';
const COUNTING = SELECTED.replace('ORDER BY', `AND number > ${MARKER} ORDER BY`);
const COUNTING_OF_TASK = OF_TASK.replace('ORDER BY', `AND number > ${MARKER} ORDER BY`);
const NEWEST = `SELECT seq FROM sqlite_sequence WHERE name = 'attempts'`;
// Counts by the index alone; looks up only the newest attempt of each task.
const COUNTS = `
  WITH counts AS MATERIALIZED (
    SELECT tasks.id AS task_id, count(*) AS count, max(attempts.number) AS newest
    FROM tasks CROSS JOIN attempts
      ON attempts.task_id = tasks.id AND attempts.number > tasks.attempts_before
    WHERE tasks.hidden = 0 GROUP BY tasks.rowid)
  SELECT counts.task_id, counts.count, attempts.at
  FROM counts JOIN attempts ON attempts.number = counts.newest`;
const TIMES = `
  SELECT json_group_array(json_object('number', number, 'task_id', task_id, 'at', at)) AS rows
  FROM (SELECT number, task_id, at FROM attempts ORDER BY number)`;
const FORGET = 'DELETE FROM attempts WHERE number IN (SELECT value FROM json_each(?))';
const ADD = `
  INSERT INTO attempts (task_id, at, status, session_id, blockers, completed_work, counted, changed,
    progress, definition, agent, first_turn, last_turn)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`;

/** Reads `attempts`. */
export function readAttempts(db: SqlDatabase): Reading {
  return {
    listAttempts: ({ taskId, after = 0, counting = false, limit = -1 }) => {
      const rows =
        taskId === undefined
          ? db.allAsJson(counting ? COUNTING : SELECTED, [after, limit])
          : db.allAsJson(counting ? COUNTING_OF_TASK : OF_TASK, [after, limit, taskId]);
      return rows.map(toAttempt).reverse();
    },
    newestAttempt: () => {
      const row = db.get(NEWEST);
      return row === undefined ? 0 : integer(row, 'seq');
    },
    countAttempts: () =>
      db.all(COUNTS).map((row) => ({
        taskId: text(row, 'task_id'),
        count: integer(row, 'count'),
        lastAt: text(row, 'at'),
      })),
    listAttemptTimes: () =>
      db.allAsJson(TIMES).map((row) => ({
        number: integer(row, 'number'),
        taskId: text(row, 'task_id'),
        at: text(row, 'at'),
      })),
  };
}

/** Writes `attempts`: append-only, until retention deletes old ones. */
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
    forgetAttempts: (numbers) => void db.run(FORGET, [JSON.stringify(numbers)]),
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

/** A column with a JSON list of lines; NULL means none. */
function lines(row: Row, column: string): readonly string[] {
  const value: unknown = row[column];
  if (value === null) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw new TypeError(`column ${column} holds no list of lines`);
}
