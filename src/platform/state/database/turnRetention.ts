import type { Turn, TurnEnd } from '../../../model/turn/turn';
import type { Store } from '../../../ports/store';
import type { SqlDatabase } from './sqlDatabase';
import type { TurnArchive } from './turnArchive';

type Writing = Pick<Store, 'forgetTurns' | 'clearCheckpoints' | 'clearContents'>;

const FORGET_TURNS = `
  DELETE FROM turns WHERE outcome <> 'running' AND id IN (SELECT value FROM json_each(?))`;
/** A task that goes on needs its dismissed findings, also without the turn. */
const FORGET_FINDINGS = `
  DELETE FROM dismissed_findings WHERE turn_id IN (SELECT value FROM json_each(?))
  AND counts_on IN (SELECT id FROM tasks WHERE status IN ('done', 'done_partial', 'skipped'))`;
const CLEAR_CHECKPOINTS = `
  UPDATE turns SET checkpoint_before = NULL, checkpoint_after = NULL
  WHERE outcome <> 'running' AND id IN (SELECT value FROM json_each(?))`;

const FORGET_LANDINGS = `
  DELETE FROM landings WHERE status = 'done' AND turn_id IN (SELECT value FROM json_each(?))`;
const FORGET_COMMENTS = `
  DELETE FROM review_comments WHERE turn_id IN (SELECT value FROM json_each(?))`;
const CLEAR_LANDINGS = `
  UPDATE landings SET from_checkpoint = NULL, to_checkpoint = NULL, after_checkpoint = NULL
  WHERE status = 'done' AND turn_id IN (SELECT value FROM json_each(?))`;

const CLEAR_CONTENTS = `
  UPDATE turns SET contents_removed = 1
  WHERE outcome <> 'running' AND id IN (SELECT value FROM json_each(?))`;

/** Deletes turns and checkpoint references for retention, in rows and in segments. */
export function writeTurnRetention(db: SqlDatabase, archive: TurnArchive): Writing {
  return {
    forgetTurns: (turnIds) => {
      db.run(FORGET_TURNS, [JSON.stringify(turnIds)]);
      db.run(FORGET_FINDINGS, [JSON.stringify(turnIds)]);
      db.run(FORGET_LANDINGS, [JSON.stringify(turnIds)]);
      db.run(FORGET_COMMENTS, [JSON.stringify(turnIds)]);
      const ids = new Set(turnIds);
      updateArchived(archive, (turn) => (ids.has(turn.id) ? undefined : turn));
    },
    clearCheckpoints: (turnIds) => {
      db.run(CLEAR_CHECKPOINTS, [JSON.stringify(turnIds)]);
      db.run(CLEAR_LANDINGS, [JSON.stringify(turnIds)]);
      const ids = new Set(turnIds);
      updateArchived(archive, (turn) => (ids.has(turn.id) ? withoutCheckpoints(turn) : turn));
    },
    clearContents: (turnIds) => {
      db.run(CLEAR_CONTENTS, [JSON.stringify(turnIds)]);
      const ids = new Set(turnIds);
      updateArchived(archive, (turn) => (ids.has(turn.id) ? withFileLists(turn) : turn));
    },
  };
}

/** Rewrites the segments in which a turn changes; `change` returns undefined to delete a turn. */
function updateArchived(archive: TurnArchive, change: (turn: Turn) => Turn | undefined): void {
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

/** The ids of all its checkpoints, apart from the rest. */
function splitCheckpoints(turn: Turn) {
  const all = { ...turn } as Turn & Partial<TurnEnd>;
  const { checkpointBefore, checkpointAfter, fileListBefore, fileListAfter, ...others } = all;
  return { checkpointBefore, checkpointAfter, fileListBefore, fileListAfter, others };
}

function withoutCheckpoints(turn: Turn): Turn {
  const { others, ...ids } = splitCheckpoints(turn);
  return Object.values(ids).some((id) => id !== undefined) ? others : turn;
}

function withFileLists(turn: Turn): Turn {
  const { others, checkpointBefore, checkpointAfter } = splitCheckpoints(turn);
  if (checkpointBefore === undefined && checkpointAfter === undefined) return turn;
  return {
    ...(others as Turn),
    ...(checkpointBefore === undefined ? {} : { fileListBefore: checkpointBefore }),
    ...(checkpointAfter === undefined ? {} : { fileListAfter: checkpointAfter }),
  };
}
