import type { StrategyPivot } from '../../../model/report/pauseReport';
import type { PivotFiles } from '../../../model/workspace/pivotFiles';
import type { Store, StoreReader, TaskFailures } from '../../../ports/store';
import { integer, json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listPivots' | 'getFailures' | 'isAbandoned'>;
type Writing = Pick<
  Store,
  | 'insertPivot'
  | 'setPivotFiles'
  | 'recordFailure'
  | 'resetFailures'
  | 'takeBackFailure'
  | 'addAbandoned'
  | 'clearAbandoned'
>;

const PIVOTS = 'SELECT * FROM strategy_pivots WHERE task_id = ? ORDER BY rowid';
const INSERT_PIVOT = `
  INSERT INTO strategy_pivots (id, task_id, pivot_count, entropy_count_at_trigger, triggered_at)
  VALUES (?, ?, ?, ?, ?)`;
const SET_FILES = `
  UPDATE strategy_pivots SET files = ?2
  WHERE rowid = (SELECT max(rowid) FROM strategy_pivots WHERE task_id = ?1)`;
const FAILURES = 'SELECT * FROM task_failures WHERE task_id = ?';
const RECORD_FAILURE = `
  INSERT INTO task_failures (task_id, failure_count, last_error, failed_strategies)
  VALUES (?1, 1, ?3, json_array(?2))
  ON CONFLICT (task_id) DO UPDATE SET failure_count = failure_count + 1, last_error = ?3,
    failed_strategies = json_insert(failed_strategies, '$[#]', ?2)`;
const ZERO_FAILURES = 'UPDATE task_failures SET failure_count = 0 WHERE task_id = ?';
const TAKE_BACK = `
  UPDATE task_failures SET failure_count = max(0, failure_count - 1) WHERE task_id = ?`;
const FORGET_FAILURES = 'DELETE FROM task_failures WHERE task_id = ?';
const IS_ABANDONED = 'SELECT 1 FROM abandoned WHERE task_id = ? AND kind = ? AND value = ?';
const ABANDON = 'INSERT OR IGNORE INTO abandoned (task_id, kind, value) VALUES (?, ?, ?)';
const CLEAR_ABANDONED = 'DELETE FROM abandoned WHERE task_id = ?';

/** Reads `strategy_pivots`, `task_failures` and `abandoned`. Pivots come oldest first. */
export function readFailures(db: SqlDatabase): Reading {
  return {
    listPivots: (taskId) => db.all(PIVOTS, [taskId]).map(toPivot),
    getFailures: (taskId) => {
      const row = db.get(FAILURES, [taskId]);
      return row && toFailures(row);
    },
    isAbandoned: (taskId, kind, value) => db.get(IS_ABANDONED, [taskId, kind, value]) !== undefined,
  };
}

/** Writes `strategy_pivots`, `task_failures` and `abandoned`. */
export function writeFailures(db: SqlDatabase): Writing {
  return {
    insertPivot: (pivot) => {
      db.run(INSERT_PIVOT, [
        pivot.id,
        pivot.taskId,
        pivot.pivotCount,
        pivot.entropyCountAtTrigger,
        pivot.triggeredAt,
      ]);
    },
    setPivotFiles: (taskId, files) => {
      const changed = db.run(SET_FILES, [taskId, JSON.stringify(files)]);
      if (changed !== 1) throw new Error(`task "${taskId}" has no pivot in the state`);
    },
    recordFailure: (taskId, strategy, error) => {
      db.run(RECORD_FAILURE, [taskId, strategy, error]);
    },
    resetFailures: (taskId, { forget }) => {
      db.run(forget ? FORGET_FAILURES : ZERO_FAILURES, [taskId]);
    },
    takeBackFailure: (taskId) => void db.run(TAKE_BACK, [taskId]),
    addAbandoned: (taskId, kind, values) => {
      for (const value of values) db.run(ABANDON, [taskId, kind, value]);
    },
    clearAbandoned: (taskId) => void db.run(CLEAR_ABANDONED, [taskId]),
  };
}

/** A row of `strategy_pivots`. */
export function toPivot(row: Row): StrategyPivot {
  const files = optionalText(row, 'files');
  return {
    id: text(row, 'id'),
    taskId: text(row, 'task_id'),
    pivotCount: integer(row, 'pivot_count'),
    entropyCountAtTrigger: integer(row, 'entropy_count_at_trigger'),
    triggeredAt: text(row, 'triggered_at'),
    ...(files !== undefined && { files: JSON.parse(files) as PivotFiles }),
  };
}

function toFailures(row: Row): TaskFailures {
  return {
    taskId: text(row, 'task_id'),
    failureCount: integer(row, 'failure_count'),
    lastError: optionalText(row, 'last_error'),
    failedStrategies: json(row, 'failed_strategies') as readonly string[],
  };
}
