import type {
  RecordedRun,
  RecordingItem,
  RecordingOrigin,
  ReplayedRun,
} from '../../model/steps/replayedRun';
import type { ProvingStep, Step, StepVerdict } from '../../model/steps/step';
import type { StepLimits } from '../../model/config/stepLimits';
import type { DetailText } from '../../protocol/replay/replayView';

/** Functions that read recordings and run the detectors. */
export interface ReplayTools {
  readonly recordings: (path: string, signal: AbortSignal) => AsyncIterable<RecordingItem>;
  readonly replayInSlices: (
    run: RecordedRun,
    limits: StepLimits,
    pause: () => Promise<void>,
  ) => Promise<ReplayedRun>;
  readonly callGroups: (steps: readonly Step[]) => readonly (number | undefined)[];
  readonly adviceOf: (
    run: Pick<ReplayedRun, 'steps' | 'fires'>,
  ) => ReadonlyMap<StepVerdict, string>;
  readonly provingStep: (step: Step) => ProvingStep;
  readonly originOf: (file: string) => Promise<RecordingOrigin>;
  readonly askedLine: (asked: string) => string;
  readonly maskAndCut: (text: string, most: number) => DetailText;
}

/** Characters of runs that stay in memory; further runs are read from their file again on demand. */
export const MAX_KEPT = 100_000_000;

interface KnownRun {
  readonly file: string;
  /** 0, 1, 2 … within its file. */
  readonly place: number;
  /** Absent for a run that exceeded the memory limit. */
  readonly kept?: RecordedRun;
}

/** Runs by their keys 0, 1, 2 …, in memory as far as there is room. */
export class RecordedRuns {
  private readonly known: KnownRun[] = [];
  private readonly inFile = new Map<string, number>();
  private room: number;

  constructor(
    private readonly recordings: (path: string) => AsyncIterable<RecordingItem>,
    room = MAX_KEPT,
  ) {
    this.room = room;
  }

  /** Adds a run as the next one of its file; returns its key. */
  add(run: RecordedRun): number {
    const place = this.inFile.get(run.file) ?? 0;
    this.inFile.set(run.file, place + 1);
    const size = sizeOf(run);
    const fits = size <= this.room;
    if (fits) this.room -= size;
    return this.known.push({ file: run.file, place, ...(fits ? { kept: run } : {}) }) - 1;
  }

  /** Restarts the position count of files, before a file is read again. */
  restartFiles(): void {
    this.inFile.clear();
  }

  /** Undefined for an unknown key, and when its file no longer contains the run. */
  async find(key: number): Promise<RecordedRun | undefined> {
    const run = this.known[key];
    if (run === undefined || run.kept !== undefined) return run?.kept;
    let place = 0;
    for await (const item of this.recordings(run.file)) {
      if (item.kind === 'run' && place++ === run.place) return item.run;
    }
    return undefined;
  }

  /** All available runs, those in memory first; reads no file more than once. */
  async *all(): AsyncGenerator<readonly [key: number, run: RecordedRun]> {
    for (const [key, { kept }] of this.known.entries()) {
      if (kept !== undefined) yield [key, kept];
    }
    const dropped = this.known.filter(({ kept }) => kept === undefined);
    for (const file of new Set(dropped.map((run) => run.file))) yield* this.droppedOf(file);
  }

  private async *droppedOf(file: string): AsyncGenerator<readonly [key: number, run: RecordedRun]> {
    const keys = new Map<number, number[]>();
    for (const [key, run] of this.known.entries()) {
      if (run.file !== file || run.kept !== undefined) continue;
      keys.set(run.place, [...(keys.get(run.place) ?? []), key]);
    }
    let place = 0;
    for await (const item of this.recordings(file)) {
      if (item.kind !== 'run') continue;
      for (const key of keys.get(place) ?? []) yield [key, item.run];
      place += 1;
    }
  }
}

function sizeOf({ steps, asked = '' }: RecordedRun): number {
  return steps.reduce(
    (sum, { tool, args, result, thought, asked: prompt = '' }) =>
      sum + 100 + tool.length + args.length + result.length + thought.length + prompt.length,
    asked.length,
  );
}
