import type { InterventionRecord } from '../../domain/intervention';
import type { Actor } from '../../domain/lease';
import { clockTime } from '../output/clockTime';
import { fitLine } from '../output/fitLine';
import { printableLine } from '../output/printable';
import { alignColumns } from '../output/table';

/** Each thing a human can do to a task, as its history names it. */
const WHAT: Readonly<Record<InterventionRecord['what'], string>> = {
  skip: 'skip',
  resume: 'resume',
  notALoop: 'not a loop',
  retry: 'retry',
  rewind: 'rewind',
  redo: 'redo',
  pause: 'pause',
};

/** Characters of a hint that are shown; `--json` has all of it. */
const MAX_DETAIL = 120;

/** One line each, oldest first: when, what, who, from which status to which, and more of it. */
export function historyLines(history: readonly InterventionRecord[], now: Date): readonly string[] {
  return alignColumns(
    history
      .toReversed()
      .map(({ at, what, who, from, to, detail }) => [
        { text: timeOf(at, now) },
        { text: WHAT[what] },
        { text: describeActor(who) },
        { text: from === to ? `stays ${to}` : `${from} → ${to}` },
        { text: fitLine(printableLine(detail), MAX_DETAIL) },
      ]),
  );
}

/** Who it was: "you in a terminal (pid 4711)"; "you" where an older version did not note it. */
function describeActor(who: Actor | undefined): string {
  if (who === undefined) return 'you';
  const place = who.who === 'window' ? 'a VS Code window' : 'a terminal';
  return `you in ${place} (pid ${who.pid})`;
}

function timeOf(at: string, now: Date): string {
  return Number.isNaN(Date.parse(at)) ? printableLine(at) : clockTime(at, now);
}

/** An intervention with `--json`; `who` is null where an older version did not note it. */
export function interventionJson(record: InterventionRecord): object {
  const { at, what, who = null, from, to, detail } = record;
  return { at, what, who, from, to, detail };
}
