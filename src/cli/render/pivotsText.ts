import { PIVOT_NAME } from '../../reports/task/counterWords';
import { countOf } from '../../text/count';
import type { StrategyPivot } from '../../model/report/pauseReport';
import { describePivotFiles } from '../../reports/rewind/describePivotFiles';
import { clockTime } from '../../text/time';
import { printableLine } from '../terminal/printable';
import { alignColumns } from '../terminal/table';
import { fitLine } from '../terminal/terminalText';

/** Characters of what happened to the files that are shown; `--json` has all of it. */
const MAX_FILES = 300;

/** One line each, oldest first: number, time, entropy, and what happened to the files. */
export function pivotLines(pivots: readonly StrategyPivot[], now: Date): readonly string[] {
  return alignColumns(
    pivots.map(({ pivotCount, triggeredAt, entropyCountAtTrigger, files }) => [
      { text: `${PIVOT_NAME} ${pivotCount}` },
      { text: printableLine(clockTime(triggeredAt, now)) },
      { text: `after ${countOf(entropyCountAtTrigger, 'failed turn')} in a row` },
      {
        text:
          files === undefined ? '' : fitLine(printableLine(describePivotFiles(files)), MAX_FILES),
      },
    ]),
  );
}

/** A pivot with `--json`; `files` is null where they were to be kept. */
export function pivotJson(pivot: StrategyPivot): object {
  const { pivotCount, triggeredAt, entropyCountAtTrigger, files = null } = pivot;
  return { pivotCount, triggeredAt, entropyCountAtTrigger, files };
}
