import type { Baseline } from '../../../model/baseline/baseline';
import type { OriginalFiles } from '../../../model/baseline/originalFiles';
import type { Store, StoreReader } from '../../../ports/store';
import { deflateJson, inflateJson } from './deflatedJson';
import { bytes } from './row';
import type { SqlDatabase } from './sqlDatabase';

type Reading = Pick<StoreReader, 'getBaseline' | 'listOriginalFiles'>;
type Writing = Pick<
  Store,
  'putBaseline' | 'removeBaseline' | 'putOriginalFiles' | 'removeOriginalFiles'
>;

const GET = 'SELECT baseline FROM baselines WHERE task_id = ?';
const PUT = `
  INSERT INTO baselines (task_id, baseline) VALUES (?1, ?2)
  ON CONFLICT (task_id) DO UPDATE SET baseline = ?2`;
const REMOVE = 'DELETE FROM baselines WHERE task_id = ?';
const LIST_FILES = 'SELECT files FROM original_files';
const PUT_FILES = 'INSERT OR REPLACE INTO original_files (turn_id, files) VALUES (?, ?)';
const REMOVE_FILES = 'DELETE FROM original_files WHERE turn_id = ?';

/** Reads `baselines` and `original_files`. */
export function readBaselines(db: SqlDatabase): Reading {
  return {
    getBaseline: (taskId) => {
      const row = db.get(GET, [taskId]);
      return row && (inflateJson(bytes(row, 'baseline')) as Baseline);
    },
    listOriginalFiles: () =>
      db.all(LIST_FILES).map((row) => inflateJson(bytes(row, 'files')) as OriginalFiles),
  };
}

/** Writes `baselines` and `original_files`. */
export function writeBaselines(db: SqlDatabase): Writing {
  return {
    putBaseline: (baseline) => void db.run(PUT, [baseline.taskId, deflateJson(baseline)]),
    removeBaseline: (taskId) => void db.run(REMOVE, [taskId]),
    putOriginalFiles: (files) => void db.run(PUT_FILES, [files.turnId, deflateJson(files)]),
    removeOriginalFiles: (turnId) => void db.run(REMOVE_FILES, [turnId]),
  };
}
