import type { InterventionRecord } from '../../model/run/intervention';
import {
  describeInitiator,
  describeStatusChange,
  nameIntervention,
} from '../../reports/task/describeIntervention';
import { printableLine } from '../terminal/printable';
import { alignColumns } from '../terminal/table';
import { clockTime } from '../../text/time';
import { fitLine } from '../terminal/terminalText';

/** Characters of a hint that are shown; `--json` has all of it. */
const MAX_DETAIL = 120;

/** One line each, oldest first: when, what, who, from which status to which, and more of it. */
export function historyLines(history: readonly InterventionRecord[], now: Date): readonly string[] {
  return alignColumns(
    history
      .toReversed()
      .map((record) => [
        { text: printableLine(clockTime(record.at, now)) },
        { text: nameIntervention(record.what) },
        { text: describeInitiator(record) },
        { text: describeStatusChange(record) },
        { text: fitLine(printableLine(record.detail), MAX_DETAIL) },
      ]),
  );
}

/** An intervention with `--json`; `who` is null at a pivot, and where an older version did not note it. */
export function interventionJson(record: InterventionRecord): object {
  const { at, what, who = null, atPivot, from, to, detail } = record;
  return { at, what, who, ...(atPivot !== undefined && { atPivot }), from, to, detail };
}
