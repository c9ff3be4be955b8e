import type { Turn } from '../../domain/turn';
import type { Store } from '../../ports/store';
import type { SqlDatabase } from './sqlDatabase';
import type { TurnArchive } from './turnArchive';

type Writing = Pick<Store, 'forgetTurns' | 'clearCheckpoints' | 'forgetTask'>;

const FORGET_TURNS = `
  DELETE FROM turns WHERE outcome <> 'running' AND id IN (SELECT value FROM json_each(?))`;
const CLEAR_CHECKPOINTS = `
  UPDATE turns SET checkpoint_before = NULL, checkpoint_after = NULL
  WHERE outcome <> 'running' AND id IN (SELECT value FROM json_each(?))`;
const AT_WORK = `
  SELECT 1 FROM turns WHERE outcome = 'running' AND (counts_on = ?1 OR task_id = ?1)
  UNION ALL SELECT 1 FROM rewinds WHERE status = 'applying' AND task_id = ?1`;
const ALL_OF_A_TASK = [
  'DELETE FROM tasks WHERE id = ?',
  'DELETE FROM turns WHERE counts_on = ?',
  'DELETE FROM turn_counts WHERE counts_on = ?',
  'DELETE FROM strategy_pivots WHERE task_id = ?',
  'DELETE FROM task_failures WHERE task_id = ?',
  'DELETE FROM abandoned WHERE task_id = ?',
  'DELETE FROM reports WHERE task_id = ?',
  'DELETE FROM events WHERE task_id = ?',
  'DELETE FROM hints WHERE task_id = ?',
  'DELETE FROM rewinds WHERE task_id = ?',
];

/** What retention takes away, in rows and in segments. */
export function writeForgetting(db: SqlDatabase, archive: TurnArchive): Writing {
  return {
    forgetTurns: (turnIds) => {
      db.run(FORGET_TURNS, [JSON.stringify(turnIds)]);
      const ids = new Set(turnIds);
      changeArchived(archive, (turn) => (ids.has(turn.id) ? undefined : turn));
    },
    clearCheckpoints: (turnIds) => {
      db.run(CLEAR_CHECKPOINTS, [JSON.stringify(turnIds)]);
      const ids = new Set(turnIds);
      changeArchived(archive, (turn) => (ids.has(turn.id) ? withoutCheckpoints(turn) : turn));
    },
    forgetTask: (taskId) => {
      if (db.get(AT_WORK, [taskId]) !== undefined) {
        throw new Error(`task "${taskId}" is being worked on and cannot be forgotten`);
      }
      for (const sql of ALL_OF_A_TASK) db.run(sql, [taskId]);
      forgetArchived(archive, taskId);
    },
  };
}

/** Writes anew the segments in which something changes; `change` gives undefined for a turn to drop. */
function changeArchived(archive: TurnArchive, change: (turn: Turn) => Turn | undefined): void {
  for (const entry of archive.entries()) {
    const before = archive.turnsIn(entry)?.all ?? [];
    const after = before.flatMap((stored) => {
      const turn = change(stored.turn);
      if (turn === undefined) return [];
      return turn === stored.turn ? [stored] : [{ ...stored, turn }];
    });
    const changed = after.length < before.length || after.some((each, at) => each !== before[at]);
    if (changed) archive.replace(entry, after);
  }
}

function forgetArchived(archive: TurnArchive, countsOn: string): void {
  for (const entry of archive.entries().filter(({ tasks }) => tasks.has(countsOn))) {
    const turns = archive.turnsIn(entry)?.all;
    if (turns === undefined) archive.dropTask(entry, countsOn);
    else
      archive.replace(
        entry,
        turns.filter(({ turn }) => turn.countsOn !== countsOn),
      );
  }
}

function withoutCheckpoints(turn: Turn): Turn {
  const left = { ...turn } as Turn & { checkpointBefore?: string; checkpointAfter?: string };
  const { checkpointBefore, checkpointAfter, ...others } = left;
  const isNamed = checkpointBefore !== undefined || checkpointAfter !== undefined;
  return isNamed ? others : turn;
}
