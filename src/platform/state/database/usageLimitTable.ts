import type { Store, StoreReader } from '../../../ports/store';
import { text } from './row';
import type { SqlDatabase } from './sqlDatabase';

const ALL = 'SELECT * FROM usage_limits ORDER BY agent';
const PUT = `
  INSERT OR REPLACE INTO usage_limits (agent, until, since, task_id) VALUES (?, ?, ?, ?)`;
const REMOVE = 'DELETE FROM usage_limits WHERE agent = ?';

/** Reads `usage_limits`. */
export function readUsageLimits(db: SqlDatabase): Pick<StoreReader, 'listUsageLimits'> {
  return {
    listUsageLimits: () =>
      db.all(ALL).map((row) => ({
        ...{ agent: text(row, 'agent'), until: text(row, 'until') },
        ...{ since: text(row, 'since'), taskId: text(row, 'task_id') },
      })),
  };
}

/** Writes `usage_limits`. */
export function writeUsageLimits(
  db: SqlDatabase,
): Pick<Store, 'putUsageLimit' | 'removeUsageLimit'> {
  return {
    putUsageLimit: ({ agent, until, since, taskId }) =>
      void db.run(PUT, [agent, until, since, taskId]),
    removeUsageLimit: (agent) => void db.run(REMOVE, [agent]),
  };
}
