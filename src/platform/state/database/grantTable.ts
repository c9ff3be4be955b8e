import type { PermissionGrant } from '../../../model/permissions/permissionPolicy';
import type { Store, StoreReader } from '../../../ports/store';
import { text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

const LIST = 'SELECT * FROM permission_grants ORDER BY task_id, rule';
const LIST_FOR = "SELECT * FROM permission_grants WHERE task_id IN ('', ?) ORDER BY task_id, rule";
const ADD = 'INSERT OR IGNORE INTO permission_grants (task_id, rule, at) VALUES (?, ?, ?)';
const REMOVE = 'DELETE FROM permission_grants WHERE rule = ?';

/** Reads `permission_grants`. */
export function readPermissionGrants(db: SqlDatabase): Pick<StoreReader, 'listPermissionGrants'> {
  return {
    listPermissionGrants: (taskId) =>
      (taskId === undefined ? db.all(LIST) : db.all(LIST_FOR, [taskId])).map(toGrant),
  };
}

/** Writes `permission_grants`. */
export function writePermissionGrants(
  db: SqlDatabase,
): Pick<Store, 'addPermissionGrant' | 'removePermissionGrants'> {
  return {
    addPermissionGrant: ({ taskId = '', rule, at }) => {
      db.run(ADD, [taskId, rule, at]);
    },
    removePermissionGrants: (rule) => {
      const count = db.all(LIST).filter((row) => text(row, 'rule') === rule).length;
      db.run(REMOVE, [rule]);
      return count;
    },
  };
}

function toGrant(row: Row): PermissionGrant {
  const taskId = text(row, 'task_id');
  return { rule: text(row, 'rule'), at: text(row, 'at'), ...(taskId !== '' && { taskId }) };
}
