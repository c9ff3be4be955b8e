import type { ConfigResult } from '../../model/config/config';
import type { RawSettings } from '../../model/config/configSettings';
import type { LoopStatus } from '../../model/task/attempt';
import type { EditorModelChoice } from '../../model/judge/nameEditorModel';
import type { Diagnosis } from '../../model/workspace/diagnosis';
import type { Actor } from '../../model/workspace/leaseHolder';
import type { Lesson } from '../../model/failure/lesson';
import type { Metrics } from '../../model/reports/metrics';
import type { Overview } from '../../model/overview/overview';
import type { RewindChoice, RewindPreview } from '../../model/workspace/rewindRecord';
import type { FailureAnalysisReport } from '../../model/reports/pauseReport';
import type { RunEnd } from '../../model/run/runStatus';
import type { RunReport, RunReportLine } from '../../model/run/runReport';
import type { Span, SpanChange, SpanResult } from '../../engine/rewind/spans';
import type { StateUsage } from '../../ports/stateFiles';
import type { Answer } from '../../ports/answer';
import type { ConfigEditor } from '../../ports/configEditor';
import type { Judge } from '../../ports/judge';
import type { RunObserver } from '../../ports/runObserver';
import type { ReportFiles } from '../../ports/runReports';
import type { Disposable } from '../../ports/workspaceState';
import type { DoctorObserver, NamedCheck } from '../doctor/runChecks';
import type { DoctorOptions } from '../doctor/doctorContext';

export interface AppOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly who: Actor['who'];
  readonly environment: NodeJS.ProcessEnv;
  /** Folder with `sql-wasm.wasm`, `supervisor.js` and `migrations/` (`dist/` as built). */
  readonly assetsDir: string;
  /** They are checked here. */
  readonly settings: RawSettings;
  /** A model key that the editor keeps for an origin, such as `https://api.example.com`. */
  readonly storedKey?: (origin: string) => Promise<string | undefined>;
  /** A judge among the editor's language models. */
  readonly editorJudge?: (model: EditorModelChoice) => Judge;
}

export type RunAnswer =
  | { readonly ok: true; readonly end: RunEnd; readonly message: string }
  | { readonly ok: false; readonly message: string };

/** What lets a task go on that waits for a human. */
export type Resumption =
  | ({ readonly type: 'resume'; readonly taskId: string } & ResumeOptions)
  | { readonly type: 'notALoop'; readonly taskId: string };

export interface RunRequest {
  /** Done first, under the same lease; refused, nothing runs. Told what came of it before the run begins. */
  readonly first?: {
    readonly request: Resumption;
    readonly onAnswer: (answer: Answer) => void;
  };
  /** Run these alone (and nothing else); absent: all. An unknown id is refused. */
  readonly taskIds?: readonly string[];
  readonly observer: RunObserver;
  /** Aborting cancels the running turn at once; its turn is recorded as interrupted. */
  readonly signal: AbortSignal;
}

export type { DoctorObserver, DoctorOptions, NamedCheck };

/** Where a rewind goes back to, and what a human chose differently from what it proposes. */
export interface RewindOptions {
  /** Number of one of the task's turns: back to how it was after it; absent: before the first one. */
  readonly toTurn?: number;
  readonly choice?: RewindChoice;
}

export type PreviewAnswer =
  | { readonly ok: true; readonly preview: RewindPreview }
  | { readonly ok: false; readonly message: string };

/** What was done, with the preview as it was carried out. */
export type RewindAnswer =
  | { readonly ok: true; readonly message: string; readonly done: RewindPreview }
  | { readonly ok: false; readonly message: string };

/** What differs between two moments of a task. */
export type SpanAnswer = SpanResult;
export type { Span, SpanChange };

/** What lies in the state directory, in bytes. */
export type DiskUse = StateUsage;

export type CleanAnswer =
  | {
      readonly ok: true;
      /** What was removed, or would be: a line each for humans. */
      readonly removed: readonly string[];
      readonly freedBytes: number;
      readonly use: DiskUse;
      readonly message: string;
    }
  | { readonly ok: false; readonly message: string };

/** A lesson, and how well it fits what was asked (0–1); absent where nothing was. */
export interface ShownLesson {
  readonly lesson: Lesson;
  readonly similarity?: number;
}

export type LessonsAnswer =
  | {
      readonly ok: true;
      readonly lessons: readonly ShownLesson[];
      /** Why words alone decided although a model is configured, in a sentence; absent where it did not. */
      readonly note?: string;
    }
  | { readonly ok: false; readonly message: string };

/** Which run report: by its id or the beginning of one, by a task that was worked on, or the newest. */
export interface RunReportChoice {
  readonly id?: string;
  /** The newest in which the task had a turn. */
  readonly taskId?: string;
}

/** A run's report, where it lies, and its text with links as they are from there. */
export type RunReportAnswer =
  | {
      readonly ok: true;
      readonly report: RunReport;
      readonly files: ReportFiles;
      readonly markdown: string;
    }
  | { readonly ok: false; readonly message: string };

export interface ExportOptions {
  /** Absolute path of a folder; it is made where it is not there. */
  readonly folder: string;
  /** Whether files that are there are replaced. */
  readonly force: boolean;
}

/** What was exported: `copied` counts transcripts and diffs. */
export type ExportAnswer =
  | {
      readonly ok: true;
      readonly message: string;
      readonly files: ReportFiles;
      readonly copied: number;
    }
  /** `taken`: files are in the way, which `force` would replace. */
  | { readonly ok: false; readonly message: string; readonly taken?: true };

export interface ResumeOptions {
  readonly hint?: string;
  readonly agent?: string;
}

/** Devs for one workspace folder: the one thing that the editor and the terminal both drive. */
export interface App extends ConfigEditor {
  readonly stateDir: string;
  /** Built from files alone; cheap enough to be called at each change. */
  overview(): Promise<Overview>;
  /** `devs.yaml` as it is now. */
  config(): Promise<ConfigResult>;
  /** Whether a run goes on, whoever has it, and the attempts at each task (docs/decisions/loop-recovery.md). */
  status(): Promise<LoopStatus>;
  /**
   * Puts right what a killed process left behind: a turn that claims to run, a rewind that was cut
   * off. Nothing when somebody is at work. Tells what was put right, a sentence each.
   */
  recover(): Promise<readonly string[]>;
  /** Called (debounced) when the state, the lease or `devs.yaml` changed, by whomever. */
  onDidChange(listener: () => void): Disposable;
  /** Runs until nothing can run; refused when someone alive runs already, or the file is wrong. */
  run(request: RunRequest): Promise<RunAnswer>;
  /** True while a run of this process goes on. */
  isRunning(): boolean;
  /** Ends the run, whoever has it, after its turn; `now` cancels the turn. */
  pause(options: { readonly now: boolean }): Promise<Answer>;
  /** Without an id: the one task that needs a human; refused when there is not exactly one. */
  skip(taskId: string | undefined): Promise<Answer>;
  /** The task becomes pending; the caller decides whether to go on with the run. */
  resume(taskId: string, options: ResumeOptions): Promise<Answer>;
  retry(taskId: string): Promise<Answer>;
  /** The pause was a false alarm: noted as that, and the task goes on as after `resume`. */
  notALoop(taskId: string): Promise<Answer>;
  /** What `rewind` would do; changes nothing. */
  previewRewind(taskId: string, options: RewindOptions): Promise<PreviewAnswer>;
  /** Brings files back; refused while an agent is at work in the workspace. */
  rewind(taskId: string, options: RewindOptions): Promise<RewindAnswer>;
  previewRedo(taskId: string, choice?: RewindChoice): Promise<PreviewAnswer>;
  /** Undoes the task's newest rewind. */
  redo(taskId: string, choice?: RewindChoice): Promise<RewindAnswer>;
  /** The paths that differ between two moments of a task. */
  changes(taskId: string, span: Span): Promise<SpanAnswer>;
  /** Content of a file in a checkpoint that `changes` named; undefined when it holds none. */
  fileAt(checkpoint: string, path: string): Promise<Uint8Array | undefined>;
  /**
   * Checks everything that a run needs, and says of each thing what was found and what to do. Never
   * rejects; writes nothing but a file that it removes again. `observer` hears of each check at once.
   */
  doctor(options: DoctorOptions, observer?: DoctorObserver): Promise<Diagnosis>;
  diskUse(): Promise<DiskUse>;
  /** Removes what retention no longer keeps; `dryRun` only tells. */
  clean(options: { readonly dryRun: boolean }): Promise<CleanAnswer>;
  /**
   * What looping cost here and what pauses saved; with `days` of the last so many days (UTC, whole
   * number >= 1), today included. Throws `StateError`.
   */
  metrics(options?: { readonly days?: number }): Promise<Metrics>;
  /**
   * How loops were broken before: all lessons, newest first, or those that fit a failure as it was
   * printed or words of one, the best first (20 at most).
   */
  lessons(text?: string): Promise<LessonsAnswer>;
  /** New words for a lesson, 2,000 characters at most; the beginning of an id will do. */
  editLesson(id: string, text: string): Promise<Answer>;
  removeLesson(id: string): Promise<Answer>;
  /** Newest report of the task, paused or not. */
  report(taskId: string): Promise<FailureAnalysisReport | undefined>;
  /** Absolute path of the issue about a task that was given up, by its newest report; undefined for none. */
  issueFile(taskId: string): Promise<string | undefined>;
  /**
   * Absolute paths of what the agents of a turn printed, in the order of their calls; none when nothing
   * of it is kept. `taskId`: the task that the turn ran on. Nothing but plain files of the state directory.
   */
  transcripts(taskId: string, turn: number): Promise<readonly string[]>;
  /** Every run report that is kept, newest first. */
  runReports(): Promise<readonly RunReportLine[]>;
  /** Id of the newest run report; undefined when there is none. Cheap enough for each change. */
  newestRunReport(): Promise<string | undefined>;
  /** With `place`, links in its text lead there instead: the address of the state directory, with `/` at its end. */
  runReport(choice: RunReportChoice, place?: string): Promise<RunReportAnswer>;
  /** Copies a run report into a folder, with the transcripts and diffs that it links to. */
  exportRunReport(choice: RunReportChoice, options: ExportOptions): Promise<ExportAnswer>;
  dispose(): Promise<void>;
}
