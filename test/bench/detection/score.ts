import { median } from '../statistics';
import type { Fire, JudgedRun } from './judgedRun';
import { secondRepetition, type RunLabels } from './labels';

/** Steps after the second repetition beyond which a loop was found late. */
const LATE = 3;

/** How many of the runs that have a loop were found, and how soon. */
export interface Found {
  readonly loops: number;
  readonly found: number;
  /** Steps from the loop to the first fire, of each run that was found; negative when earlier. */
  readonly delays: readonly number[];
  /** The middle of the delays; undefined when nothing was found. */
  readonly medianDelay: number | undefined;
  /** Runs found more than three steps late. */
  readonly late: number;
}

/** How many runs of one kind there are, and in how many of them something fired. */
export interface Alarms {
  readonly runs: number;
  readonly fired: number;
}

/** Kinds of runs in which a fire is an alarm, false or not; a run can be of several. */
export const KINDS = {
  /** People looked for repetitions and found none. */
  clean: ({ repetitionAt, loopAt }) => repetitionAt?.length === 0 || loopAt === null,
  solved: ({ resolved }) => resolved === true,
  unsolved: ({ resolved }) => resolved === false,
  /** Repetitions, but no two in a row. */
  scattered: (labels) =>
    (labels.repetitionAt ?? []).length > 0 && secondRepetition(labels) === undefined,
  unlabelled: ({ repetitionAt, loopAt, resolved }) =>
    repetitionAt === undefined && loopAt === undefined && resolved === undefined,
} as const satisfies Record<string, (labels: RunLabels) => boolean>;
export type Kind = keyof typeof KINDS;

/** What fires of one sort are worth on labelled runs. */
export interface Score extends Found {
  /** Of the loops that a reader dated (`loop_at`). */
  readonly read: Found;
  readonly alarms: Readonly<Record<Kind, Alarms>>;
}

/** Scores the fires that `counts` lets through; the first of a run is what finds it. */
export function score(runs: readonly JudgedRun[], counts: (fire: Fire) => boolean): Score {
  const first = (run: JudgedRun): number | undefined => run.fires.find(counts)?.index;
  const kinds = Object.entries(KINDS).map(([kind, isOf]) => {
    const ofKind = runs.filter(({ labels }) => isOf(labels));
    const fired = ofKind.filter((run) => first(run) !== undefined).length;
    return [kind, { runs: ofKind.length, fired }] as const;
  });
  return {
    ...found(runs, first, secondRepetition),
    read: found(runs, first, ({ loopAt }) => loopAt ?? undefined),
    alarms: Object.fromEntries(kinds) as Record<Kind, Alarms>,
  };
}

function found(
  runs: readonly JudgedRun[],
  first: (run: JudgedRun) => number | undefined,
  loopOf: (labels: RunLabels) => number | undefined,
): Found {
  const loops = runs.filter(({ labels }) => loopOf(labels) !== undefined);
  const delays = loops.flatMap((run) => {
    const at = first(run);
    return at === undefined ? [] : [at - (loopOf(run.labels) ?? 0)];
  });
  return {
    loops: loops.length,
    found: delays.length,
    delays,
    medianDelay: delays.length === 0 ? undefined : median(delays),
    late: delays.filter((delay) => delay > LATE).length,
  };
}
