import type { StrategyPivot } from '../../../model/report/pauseReport';
import type { StoreReader, TaskFacts } from '../../../ports/store';
import { toPivot } from './failureTable';
import { integer, text } from './row';
import type { Row, SqlDatabase } from './sqlDatabase';

const TURN_COUNTS = 'SELECT counts_on, last_number FROM turn_counts';
const PIVOTS = 'SELECT * FROM strategy_pivots ORDER BY rowid';
const HINTS = 'SELECT task_id, text FROM hints ORDER BY id';

/**
 * Reads for all tasks what `countTurns`, `listPivots` and `listHints` read for one, with one
 * statement each.
 */
export function readTaskFacts(db: SqlDatabase): Pick<StoreReader, 'listTaskFacts'> {
  return {
    listTaskFacts: (): TaskFacts => ({
      turnCounts: new Map(
        db.all(TURN_COUNTS).map((row) => [text(row, 'counts_on'), integer(row, 'last_number')]),
      ),
      pivots: byTask<StrategyPivot>(db.all(PIVOTS), toPivot),
      hints: byTask(db.all(HINTS), (row) => text(row, 'text')),
    }),
  };
}

function byTask<T>(rows: readonly Row[], read: (row: Row) => T): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const task = text(row, 'task_id');
    const group = groups.get(task);
    if (group === undefined) groups.set(task, [read(row)]);
    else group.push(read(row));
  }
  return groups;
}
