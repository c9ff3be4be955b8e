import type { RunningSteps } from '../../../model/steps/step';
import type { Store, StoreReader } from '../../../ports/store';
import { json } from './row';
import type { SqlDatabase } from './sqlDatabase';

const OF_TURN = 'SELECT steps FROM running_steps WHERE turn_id = ?';
const PUT = `
  INSERT INTO running_steps (turn_id, steps) VALUES (?1, ?2)
  ON CONFLICT (turn_id) DO UPDATE SET steps = ?2 WHERE steps <> ?2`;
const REMOVE = 'DELETE FROM running_steps WHERE turn_id = ?';

/** Reads `running_steps`: the current steps of running turns. */
export function readRunningSteps(db: SqlDatabase): Pick<StoreReader, 'getRunningSteps'> {
  return {
    getRunningSteps: (turnId) => {
      const row = db.get(OF_TURN, [turnId]);
      return row && (json(row, 'steps') as RunningSteps);
    },
  };
}

/** Writes `running_steps`. */
export function writeRunningSteps(db: SqlDatabase): Pick<Store, 'putRunningSteps'> {
  return {
    putRunningSteps: (turnId, steps) => {
      if (steps === undefined) dropRunningSteps(db, turnId);
      else db.run(PUT, [turnId, JSON.stringify(steps)]);
    },
  };
}

/** Deletes the steps of a turn that ended. */
export function dropRunningSteps(db: SqlDatabase, turnId: string): void {
  db.run(REMOVE, [turnId]);
}
