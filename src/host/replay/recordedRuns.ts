import type { RecordedRun, ReplayedRun, ReplayItem, TimelineStep } from '../../domain/replay';
import type { StepLimits } from '../../domain/stepLimits';

/** What reads recordings and lets the detectors look at them. */
export interface Replaying {
  readonly replay: (file: string, limits: StepLimits) => AsyncIterable<ReplayItem>;
  readonly replayRun: (run: RecordedRun, limits: StepLimits) => ReplayedRun;
  readonly timelineOf: (run: ReplayedRun) => readonly TimelineStep[];
}

/** Characters of runs that stay in memory; those beyond are read from their file again when they are asked for. */
export const MAX_KEPT = 100_000_000;

interface KnownRun {
  readonly file: string;
  /** 0, 1, 2 … within its file. */
  readonly place: number;
  /** Absent for a run that there was no room for. */
  readonly kept?: RecordedRun;
}

/** Runs by their keys 0, 1, 2 …, in memory as far as there is room. */
export class RecordedRuns {
  private readonly known: KnownRun[] = [];
  private room: number;

  constructor(
    private readonly replaying: Pick<Replaying, 'replay' | 'replayRun'>,
    room = MAX_KEPT,
  ) {
    this.room = room;
  }

  /** Remembers a run that was just read; its key. */
  add(run: RecordedRun, place: number): number {
    const size = sizeOf(run);
    const fits = size <= this.room;
    if (fits) this.room -= size;
    return this.known.push({ file: run.file, place, ...(fits ? { kept: run } : {}) }) - 1;
  }

  /** The run with what the detectors find in it; undefined for a key of none, and when its file no longer has it. */
  async find(key: number, limits: StepLimits): Promise<ReplayedRun | undefined> {
    const run = this.known[key];
    if (run === undefined) return undefined;
    if (run.kept !== undefined) return this.replaying.replayRun(run.kept, limits);
    let place = 0;
    for await (const item of this.replaying.replay(run.file, limits)) {
      if (item.kind === 'run' && place++ === run.place) return item.run;
    }
    return undefined;
  }

  /** Every run that can still be had, in the order of the keys; no file is read more than once. */
  async *all(limits: StepLimits): AsyncGenerator<readonly [key: number, run: ReplayedRun]> {
    for (const [key, { kept }] of this.known.entries()) {
      if (kept !== undefined) yield [key, this.replaying.replayRun(kept, limits)];
    }
    const files = new Set(
      this.known.flatMap(({ file, kept }) => (kept === undefined ? [file] : [])),
    );
    for (const file of files) yield* this.dropped(file, limits);
  }

  private async *dropped(
    file: string,
    limits: StepLimits,
  ): AsyncGenerator<readonly [key: number, run: ReplayedRun]> {
    const keys = new Map<number, number>();
    for (const [key, run] of this.known.entries()) {
      if (run.file === file && run.kept === undefined) keys.set(run.place, key);
    }
    let place = 0;
    for await (const item of this.replaying.replay(file, limits)) {
      if (item.kind !== 'run') continue;
      const key = keys.get(place++);
      if (key !== undefined) yield [key, item.run];
    }
  }
}

function sizeOf({ steps }: RecordedRun): number {
  return steps.reduce(
    (sum, { tool, args, result, thought }) =>
      sum + 100 + tool.length + args.length + result.length + thought.length,
    0,
  );
}
