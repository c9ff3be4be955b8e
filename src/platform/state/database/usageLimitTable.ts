import type { Store, StoreReader } from '../../../ports/store';
import { optionalText, text } from './row';
import type { SqlDatabase } from './sqlDatabase';

const ALL = 'SELECT * FROM usage_limits ORDER BY agent';
const PUT = `
  INSERT OR REPLACE INTO usage_limits (agent, until, since, task_id, unusable) VALUES (?, ?, ?, ?, ?)`;
const REMOVE = 'DELETE FROM usage_limits WHERE agent = ?';

/** Reads `usage_limits`. */
export function readUsageLimits(db: SqlDatabase): Pick<StoreReader, 'listUsageLimits'> {
  return {
    listUsageLimits: () =>
      db.all(ALL).map((row) => {
        const unusable = optionalText(row, 'unusable');
        return {
          ...{ agent: text(row, 'agent'), until: text(row, 'until') },
          ...{ since: text(row, 'since'), taskId: text(row, 'task_id') },
          ...(unusable !== undefined && { unusable }),
        };
      }),
  };
}

/** Writes `usage_limits`. */
export function writeUsageLimits(
  db: SqlDatabase,
): Pick<Store, 'putUsageLimit' | 'removeUsageLimit'> {
  return {
    putUsageLimit: ({ agent, until, since, taskId, unusable }) =>
      void db.run(PUT, [agent, until, since, taskId, unusable ?? null]),
    removeUsageLimit: (agent) => void db.run(REMOVE, [agent]),
  };
}
