import type { RunningCall, Store, StoreReader } from '../../../ports/store';
import { json, text } from './row';
import type { SqlDatabase } from './sqlDatabase';

const ALL = 'SELECT * FROM running_calls ORDER BY turn_id, call';
const PUT = `
  INSERT INTO running_calls (turn_id, call, task_id, usage) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (turn_id, call) DO UPDATE SET usage = ?4 WHERE usage <> ?4`;
const REMOVE = 'DELETE FROM running_calls WHERE turn_id = ? AND call = ?';

/** Reads `running_calls`: what running agents said so far that they used. */
export function readRunningCalls(db: SqlDatabase): Pick<StoreReader, 'listRunningCalls'> {
  return {
    listRunningCalls: () =>
      db.all(ALL).map((row) => {
        const call = text(row, 'call');
        return {
          ...{ turnId: text(row, 'turn_id'), taskId: text(row, 'task_id') },
          ...(call !== '' && { call }),
          usage: json(row, 'usage') as RunningCall['usage'],
        };
      }),
  };
}

/** Writes `running_calls`. */
export function writeRunningCalls(
  db: SqlDatabase,
): Pick<Store, 'putRunningCall' | 'removeRunningCall'> {
  return {
    putRunningCall: ({ turnId, taskId, call = '', usage }) =>
      void db.run(PUT, [turnId, call, taskId, JSON.stringify(usage)]),
    removeRunningCall: (turnId, call = '') => void db.run(REMOVE, [turnId, call]),
  };
}
