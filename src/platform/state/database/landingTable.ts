import {
  branchOf,
  type LandedBranch,
  type LandedSuccess,
  type LandingCommit,
  type LandingRecord,
} from '../../../model/landing/landing';
import type { Store, StoreReader } from '../../../ports/store';
import { deflateJson, inflateJson } from './deflatedJson';
import { bytes, json, optionalText, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'listLandings' | 'listLandedBranches'>;
type Writing = Pick<Store, 'addLanding' | 'endLanding' | 'setPullRequest' | 'removeLanding'>;

const LIST = `
  SELECT * FROM landings WHERE status = coalesce(?1, status) AND task_id = coalesce(?2, task_id) ORDER BY seq`;
const ADD = `
  INSERT INTO landings (turn_id, task_id, at, mode, from_checkpoint, to_checkpoint, after_checkpoint, paths, git, success,
    status) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const END = `UPDATE landings SET status = 'done', after_checkpoint = ?2 WHERE turn_id = ?1`;
const ON_BRANCHES = `
  SELECT turn_id, task_id, git FROM landings WHERE mode = 'branch' AND status = 'done' AND git IS NOT NULL
  ORDER BY seq`;
const SET_GIT = 'UPDATE landings SET git = ?2 WHERE turn_id = ?1';
const REMOVE = 'DELETE FROM landings WHERE turn_id = ?';

/** Reads `landings`. */
export function readLandings(db: SqlDatabase): Reading {
  return {
    listLandings: ({ status, taskId } = {}) =>
      db.all(LIST, [status ?? null, taskId ?? null]).map(toLanding),
    listLandedBranches: () =>
      new Map(db.all(ON_BRANCHES).map((row) => [text(row, 'task_id'), toBranch(toGit(row))])),
  };
}

/** Writes `landings`. */
export function writeLandings(db: SqlDatabase): Writing {
  return {
    addLanding: (landing) => {
      db.run(ADD, [
        landing.turnId,
        landing.taskId,
        landing.at,
        landing.mode,
        landing.files?.from ?? null,
        landing.files?.to ?? null,
        landing.files?.after ?? null,
        deflateJson(landing.paths),
        landing.git === undefined ? null : JSON.stringify(landing.git),
        JSON.stringify(landing.success),
        landing.status,
      ]);
    },
    endLanding: (turnId, after) => {
      if (db.run(END, [turnId, after ?? null]) !== 1)
        throw new Error(`there is no landing of the turn "${turnId}" in the state`);
    },
    setPullRequest: (taskId, pullRequest) => {
      const newest = db.all(ON_BRANCHES).findLast((row) => text(row, 'task_id') === taskId);
      if (newest === undefined) return false;
      const git: LandingCommit = { ...toGit(newest), pullRequest };
      return db.run(SET_GIT, [text(newest, 'turn_id'), JSON.stringify(git)]) === 1;
    },
    removeLanding: (turnId) => void db.run(REMOVE, [turnId]),
  };
}

function toGit(row: Row): LandingCommit {
  return json(row, 'git') as LandingCommit;
}

function toBranch(git: LandingCommit): LandedBranch {
  const { pullRequest } = git;
  return { name: branchOf(git), ...(pullRequest !== undefined && { pullRequest }) };
}

function toLanding(row: Row): LandingRecord {
  const [from, to] = [optionalText(row, 'from_checkpoint'), optionalText(row, 'to_checkpoint')];
  const after = optionalText(row, 'after_checkpoint');
  return {
    turnId: text(row, 'turn_id'),
    taskId: text(row, 'task_id'),
    at: text(row, 'at'),
    mode: text(row, 'mode') as LandingRecord['mode'],
    ...(from === undefined || to === undefined
      ? {}
      : { files: { from, to, ...(after !== undefined && { after }) } }),
    paths: inflateJson(bytes(row, 'paths')) as readonly string[],
    ...(row['git'] === null ? {} : { git: toGit(row) }),
    success: json(row, 'success') as LandedSuccess,
    status: text(row, 'status') as LandingRecord['status'],
  };
}
