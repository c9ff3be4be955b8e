import type { Initiator } from '../../../model/workspace/leaseHolder';
import type { RewindRecord } from '../../../model/workspace/rewindRecord';
import type { Store, StoreReader } from '../../../ports/store';
import { deflateJson, inflateJson } from './deflatedJson';
import { bytes, integer, json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listRewinds'>;
type Writing = Pick<Store, 'addRewind' | 'updateRewind' | 'removeRewind'>;

const ALL = 'SELECT * FROM rewinds ORDER BY rowid';
const ADD = `
  INSERT INTO rewinds (id, kind, task_id, who, at, to_turn, after_turn, from_checkpoint, to_checkpoint,
    paths, status, undone_by, cause, worktree) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `
  UPDATE rewinds SET status = coalesce(?2, status), undone_by = coalesce(?3, undone_by), paths = coalesce(?4, paths)
  WHERE id = ?1`;
const REMOVE = 'DELETE FROM rewinds WHERE id = ?';

/** Reads `rewinds`. */
export function readRewinds(db: SqlDatabase): Reading {
  return { listRewinds: () => db.all(ALL).map(toRewind) };
}

/** Writes `rewinds`. */
export function writeRewinds(db: SqlDatabase): Writing {
  return {
    addRewind: (rewind) => {
      db.run(ADD, [
        rewind.id,
        rewind.kind,
        rewind.taskId,
        JSON.stringify(rewind.who),
        rewind.at,
        rewind.toTurn,
        rewind.afterTurn,
        rewind.from,
        rewind.to,
        deflateJson(rewind.paths),
        rewind.status,
        rewind.undoneBy ?? null,
        rewind.cause ?? null,
        rewind.worktree === true ? 1 : 0,
      ]);
    },
    updateRewind: (id, { status, undoneBy, paths }) => {
      const deflated = paths === undefined ? null : deflateJson(paths);
      const changed = db.run(UPDATE, [id, status ?? null, undoneBy ?? null, deflated]);
      if (changed !== 1) throw new Error(`there is no rewind "${id}" in the state`);
    },
    removeRewind: (id) => void db.run(REMOVE, [id]),
  };
}

function pathsOf(row: Row): readonly string[] {
  return inflateJson(bytes(row, 'paths')) as readonly string[];
}

function toRewind(row: Row): RewindRecord {
  let paths: readonly string[] | undefined;
  const undoneBy = optionalText(row, 'undone_by');
  const cause = optionalText(row, 'cause');
  return {
    id: text(row, 'id'),
    kind: text(row, 'kind') as RewindRecord['kind'],
    taskId: text(row, 'task_id'),
    who: json(row, 'who') as Initiator,
    at: text(row, 'at'),
    toTurn: integer(row, 'to_turn'),
    afterTurn: text(row, 'after_turn'),
    from: text(row, 'from_checkpoint'),
    to: text(row, 'to_checkpoint'),
    // Inflated on demand: most readers need no paths.
    get paths() {
      return (paths ??= pathsOf(row));
    },
    status: text(row, 'status') as RewindRecord['status'],
    ...(undoneBy === undefined ? {} : { undoneBy }),
    ...(cause === 'debugger' ? { cause } : {}),
    ...(integer(row, 'worktree') === 1 ? { worktree: true } : {}),
  };
}
