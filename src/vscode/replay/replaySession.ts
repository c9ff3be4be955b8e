import type {
  RecordedRun,
  RecordingOrigin,
  RecordingProblem,
  ReplayedRun,
} from '../../model/steps/replayedRun';
import type { StepVerdict } from '../../model/steps/step';
import type { StepLimits } from '../../model/config/stepLimits';
import type { ReplaySnapshot } from '../../protocol/replay/replayMessages';
import {
  MAX_LISTED_PROBLEMS,
  MAX_LISTED_RUNS,
  type ReplayView,
  type RunLine,
} from '../../protocol/replay/replayView';
import { RecordedRuns, type ReplayTools } from './recordedRuns';
import { rankOf, runLine } from './runLine';
import type { OpenRun } from './runTimeline';

/** Dependencies of `ReplaySession`. */
export interface ReplaySessionOptions {
  readonly replaying: ReplayTools;
  /** The limits that hold where the page was opened. */
  readonly usualLimits: StepLimits;
  /** Called when the view changed; must not throw. */
  readonly onChange: () => void;
  /** Yields to other work. */
  readonly pause: () => Promise<void>;
  /** Characters of runs that stay in memory; `MAX_KEPT` where absent. */
  readonly room?: number;
}

/** Runs between two change notifications; later a quarter of all runs. */
const RUNS_AT_ONCE = 25;
/** Maximum findings that are cached for one run; a run with more is evaluated again. */
const MOST_REMEMBERED = 1_000;

interface RememberedFires {
  readonly limits: StepLimits;
  readonly fires: readonly StepVerdict[];
}

/** A replay of recordings: reads files one after the other and reruns the detectors when limits change. */
export class ReplaySession {
  private readonly runs: RecordedRuns;
  private readonly lines: RunLine[] = [];
  private readonly origins = new Map<string, RecordingOrigin>();
  private readonly found = new Map<number, RememberedFires>();
  private readonly problems: RecordingProblem[] = [];
  private problemCount = 0;
  private files = 0;
  private limits: StepLimits;
  private generation = 0;
  private readonly closing = new AbortController();
  private opened: (OpenRun & { readonly limits: StepLimits }) | undefined;
  private opening: Promise<OpenRun | undefined> = Promise.resolve(undefined);
  private work: Promise<void> = Promise.resolve();
  private waiting = 0;
  private revision = 0;
  private notifiedAt = 0;

  constructor(private readonly options: ReplaySessionOptions) {
    this.limits = options.usualLimits;
    const { replaying, room } = options;
    this.runs = new RecordedRuns((path) => replaying.recordings(path, this.closing.signal), room);
  }

  /** Reads files; settles when they are read. */
  addFiles(files: readonly string[]): Promise<void> {
    return this.enqueue(async () => {
      for (const file of files) {
        if (!this.ended) await this.read(file);
      }
    });
  }

  /** Settles when the detectors have evaluated every run again, or newer limits were set. */
  setLimits(limits: StepLimits): Promise<void> {
    this.limits = limits;
    const generation = ++this.generation;
    return this.enqueue(async () => {
      const overtaken = (): boolean => this.generation !== generation || this.ended;
      if (overtaken()) return;
      for await (const [key, run] of this.runs.all()) {
        if (overtaken()) return;
        this.lines[key] = this.lineOf(key, await this.replay(key, run));
        await this.options.pause();
      }
    });
  }

  /** The current view under the next revision. */
  snapshot(): ReplaySnapshot {
    return { revision: ++this.revision, view: this.view() };
  }

  /** A run under the limits that hold now; undefined when it cannot be had (any more). One is opened at a time. */
  open(key: number): Promise<OpenRun | undefined> {
    const before = this.opening.catch(() => undefined);
    this.opening = before.then(() => this.openRun(key));
    return this.opening;
  }

  /** Stops reading and notifying. */
  dispose(): void {
    this.closing.abort();
  }

  private get ended(): boolean {
    return this.closing.signal.aborted;
  }

  private view(): ReplayView {
    const { lines, problems, problemCount, limits, files } = this;
    const sorted = [...lines].sort((a, b) => rankOf(a) - rankOf(b) || a.key - b.key);
    const ranks = lines.map(rankOf);
    return {
      busy: this.waiting > 0,
      files,
      limits,
      usualLimits: this.options.usualLimits,
      summary: {
        runs: lines.length,
        steps: lines.reduce((sum, { stepCount }) => sum + stepCount, 0),
        stuck: ranks.filter((rank) => rank === 0).length,
        suspect: ranks.filter((rank) => rank === 1).length,
        saved: lines.reduce((sum, { saved }) => sum + saved, 0),
      },
      runs: sorted.slice(0, MAX_LISTED_RUNS),
      problems: problems.map(({ file, line, message }) => {
        return { file, ...(line === undefined ? {} : { line }), message };
      }),
      problemCount,
    };
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.waiting += 1;
    // The caller of the failed work has already received its error.
    const before = this.work.catch(() => undefined);
    this.work = before.then(work).finally(() => {
      this.waiting -= 1;
      this.notifyChange();
    });
    this.notifyChange();
    return this.work;
  }

  private async openRun(key: number): Promise<OpenRun | undefined> {
    const { limits, opened } = this;
    if (opened?.key === key && opened.limits === limits) return opened;
    const known = opened?.key === key ? opened.run : await this.runs.find(key);
    if (known === undefined) return undefined;
    const run = await this.replay(key, known);
    const groups =
      opened?.key === key ? opened.groups : this.options.replaying.callGroups(run.steps);
    this.opened = { key, run, groups, limits };
    return this.opened;
  }

  /** Evaluates a run once per limits, unless it has too many findings to cache. */
  private async replay(key: number, run: RecordedRun): Promise<ReplayedRun> {
    const { limits } = this;
    const known = this.found.get(key);
    if (known?.limits === limits) return { ...run, fires: known.fires };
    const { replaying, pause } = this.options;
    const replayed = await replaying.replayInSlices(run, limits, pause);
    const { fires } = replayed;
    if (fires.length <= MOST_REMEMBERED) this.found.set(key, { limits, fires });
    else this.found.delete(key);
    return replayed;
  }

  private async read(path: string): Promise<void> {
    this.files += 1;
    this.runs.restartFiles();
    const { signal } = this.closing;
    for await (const item of this.options.replaying.recordings(path, signal)) {
      if (this.ended) return;
      if (item.kind === 'problem') {
        this.problemCount += 1;
        if (this.problems.length < MAX_LISTED_PROBLEMS) this.problems.push(item.problem);
        continue;
      }
      const { file } = item.run;
      if (!this.origins.has(file))
        this.origins.set(file, await this.options.replaying.originOf(file));
      const key = this.runs.add(item.run);
      this.lines[key] = this.lineOf(key, await this.replay(key, item.run));
      if (this.lines.length - this.notifiedAt >= Math.max(RUNS_AT_ONCE, this.notifiedAt / 4))
        this.notifyChange();
      await this.options.pause();
    }
  }

  private lineOf(key: number, run: ReplayedRun): RunLine {
    const origin = this.origins.get(run.file) ?? {};
    return runLine(key, run, this.options.replaying.askedLine, origin);
  }

  private notifyChange(): void {
    this.notifiedAt = this.lines.length;
    if (!this.ended) this.options.onChange();
  }
}
