import type { ConfigResult } from '../../model/config/config';
import type { RawSettings } from '../../model/config/configSettings';
import type { LoopStatus } from '../../model/task/attempt';
import type { EditorModelChoice } from '../../model/judge/nameEditorModel';
import type { SetupReport } from '../../model/workspace/setupReport';
import type { Actor, LeaseFacts } from '../../model/workspace/leaseHolder';
import type { Metrics } from '../../model/report/metricSet';
import type { PermissionReply } from '../../model/permissions/askedPermission';
import type { PermissionGrant } from '../../model/permissions/permissionPolicy';
import type { QuestionReply, QuestionRequest } from '../../model/tools/agentQuestion';
import type { AgentReport } from '../../model/tools/agentReport';
import type { Overview } from '../../model/overview/overview';
import type { RewindChoice } from '../../model/workspace/rewindRecord';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { CommentChange, SendBack } from '../../model/review/reviewComment';
import type { SeenChange } from '../../model/review/seenChange';
import type { RunReportLine } from '../../model/run/runReport';
import type { Span } from '../../engine/rewind/spans';
import type { Answer } from '../../ports/answer';
import type { ConfigEditor } from '../../ports/configEditor';
import type { DesktopPlace } from '../../ports/notifier';
import type { Judge } from '../../ports/judge';
import type { Disposable } from '../../ports/workspaceState';
import type { WorkPlace } from '../../ports/worktrees';
import type { DoctorObserver } from '../doctor/runChecks';
import type { DoctorOptions } from '../doctor/doctorContext';
import type { SetUpFacts, TrialEnd, VerifyTrial } from '../setUp/setUpFacts';
import type {
  ExportOptions,
  FindingExport,
  HintOptions,
  ResumeOptions,
  RewindOptions,
  RunReportChoice,
  RunRequest,
  TaskSearch,
} from './requests';
import type {
  CleanAnswer,
  DiskUse,
  ExportAnswer,
  FoundAnswer,
  LessonsAnswer,
  PlanAnswer,
  PreviewAnswer,
  PullRequestAnswer,
  ReviewAnswer,
  RewindAnswer,
  RunAnswer,
  RunReportAnswer,
  SpanAnswer,
} from './answers';

export interface AppOptions {
  /** Absolute path of the workspace folder. */
  readonly workspaceDir: string;
  readonly who: Actor['who'];
  readonly environment: NodeJS.ProcessEnv;
  /** Folder with `sql-wasm.wasm.br`, `supervisor.js` and `migrations/` (`dist/` as built). */
  readonly assetsDir: string;
  /** Unvalidated. */
  readonly settings: RawSettings;
  /** The model key that the editor stores for an origin, such as `https://api.example.com`. */
  readonly storedKey?: (origin: string) => Promise<string | undefined>;
  /** A judge among the editor's language models. */
  readonly editorJudge?: (model: EditorModelChoice) => Judge;
  /** Where notifications on the desktop are seen; absent: only by the system. */
  readonly desktop?: DesktopPlace;
}

/** Devs for one workspace folder: the facade that the editor and the command line share. */
export interface App extends Omit<ConfigEditor, 'suggest'> {
  readonly stateDir: string;
  /** Reads files only; cheap enough to call on each change. */
  overview(): Promise<Overview>;
  /** `devs.yaml` as it is now. */
  config(): Promise<ConfigResult>;
  /**
   * Whether a run is active in any process, and the attempts at each task
   * (docs/decisions/loop-recovery.md).
   */
  status(): Promise<LoopStatus>;
  /**
   * Recovers work that a killed process left unfinished: running turns, interrupted rewinds. Does
   * nothing while another process holds the lease. Returns one sentence for each recovery.
   */
  recover(): Promise<readonly string[]>;
  /** What is known about the holder of the lease; undefined if it is free. */
  lease(): Promise<LeaseFacts | undefined>;
  /**
   * Takes the lease away from the holder with this epoch, whose process is not visible from here, and
   * recovers what it left unfinished. Refused if it is visible, or holds the lease no more.
   */
  unlock(epoch: number): Promise<Answer>;
  /**
   * Calls the listener when any process changed the state, the lease or `devs.yaml`: right after a
   * change of the state by this process, debounced otherwise.
   */
  onDidChange(listener: () => void): Disposable;
  /** Runs until no task can run. Refused if a run is active or the configuration is invalid. */
  run(request: RunRequest): Promise<RunAnswer>;
  /** True while this process runs tasks. */
  isRunning(): boolean;
  /** Ends the run of any process after its turn; `now` cancels the turn. */
  pause(options: { readonly now: boolean }): Promise<Answer>;
  /** Withdraws a pause after the running turn; refused when the run is not stopping for one. */
  keepGoing(): Promise<Answer>;
  /**
   * Without an id, skips the only task that needs the user; refused unless there is exactly one.
   */
  skip(taskId: string | undefined): Promise<Answer>;
  /** Sets the task to pending; does not start a run. */
  resume(taskId: string, options: ResumeOptions): Promise<Answer>;
  /** Ends the wait of a task for a time, and of all others for the same limit; does not start a run. */
  stopWaiting(taskId: string): Promise<Answer>;
  /** What of a task's programs is missing, with the remedy; undefined if they are there, as far as can be told. */
  findMissing(taskId: string): Promise<string | undefined>;
  retry(taskId: string): Promise<Answer>;
  /** Adds a hint to the next prompts of a task, or says it to its agent at once. */
  hint(taskId: string, options: HintOptions): Promise<Answer>;
  /** Answers a permission request of a running task. */
  permit(reply: PermissionReply): Promise<Answer>;
  /** Rules that were made with "always", by task and rule. Throws `StateError`. */
  permissionGrants(): Promise<readonly PermissionGrant[]>;
  /** Removes such a rule wherever it holds. */
  forgetPermission(rule: string): Promise<Answer>;
  /** What the agent of the task's running turn was told, or that of its next one will be: directives, hints, goal, what failed. */
  prompt(taskId: string): Promise<Answer>;
  /** Takes what an agent of a running task reports; refused when that turn does not run. */
  takeReport(report: AgentReport): Promise<Answer>;
  /**
   * Asks a human for an agent of a running turn. Resolves with the answer, or with why there is none: where nobody answers,
   * the task pauses with the question when the turn ends. `signal` aborts when the agent no longer waits.
   */
  askHuman(request: QuestionRequest, signal: AbortSignal): Promise<Answer>;
  /** Answers a question of a running agent. */
  answer(reply: QuestionReply): Promise<Answer>;
  /**
   * Accepts what a task is paused for: ends it as done although its pass is doubtful, or lets its reviewed change land with
   * the running or the next run. Refused for any other task, and where `seen` names another turn than the one that waits;
   * so are `sendBack` and `discard`.
   */
  accept(taskId: string, seen?: SeenChange): Promise<Answer>;
  /** The change of a task, or of one of its subtasks, that waits for a review. Reads only. */
  review(taskId: string): Promise<ReviewAnswer>;
  /**
   * Adds, edits or removes an open comment on a change that waits for a review. Refused, without a change, for a file that
   * is not in the change, a line that it does not have, an empty text, and a comment that is not open.
   */
  changeComment(taskId: string, change: CommentChange): Promise<Answer>;
  /**
   * Sends a reviewed change back to the agent with its open comments and those given; the next turn's prompt has them. Resets
   * what `resume` with a hint does; does not start a run. Refused as a whole, without a change, for a wrong comment, and
   * where there is nothing to say.
   */
  sendBack(taskId: string, what: SendBack): Promise<Answer>;
  /** Throws a reviewed change away with its worktree: the task is skipped, the workspace stays as it is. */
  discard(taskId: string, seen?: SeenChange): Promise<Answer>;
  /**
   * Records that a loop was none. A task that was stopped for it continues as with `resume`; loops in the steps of an
   * agent are not reported again in the task. `finding`: number of the turn that such a loop ended; absent: what
   * stopped the task, or its only finding.
   */
  notALoop(taskId: string, finding?: number): Promise<Answer>;
  /** Writes the steps of a finding as a trace for tests (`test/fixtures/steps/README.md`), to a new file. */
  exportFinding(request: FindingExport): Promise<Answer>;
  /** Previews `rewind` without changing anything. */
  previewRewind(taskId: string, options: RewindOptions): Promise<PreviewAnswer>;
  /** Restores files; refused while an agent runs in the workspace. */
  rewind(taskId: string, options: RewindOptions): Promise<RewindAnswer>;
  previewRedo(taskId: string, choice?: RewindChoice): Promise<PreviewAnswer>;
  /** Undoes the task's newest rewind. */
  redo(taskId: string, choice?: RewindChoice): Promise<RewindAnswer>;
  /** The paths that differ between two moments of a task. */
  changes(taskId: string, span: Span): Promise<SpanAnswer>;
  /** Where a task works in its worktree, as its agent sees it; undefined if it has none. */
  worktree(taskId: string): Promise<WorkPlace | undefined>;
  /** Plans the pull request of a task whose work landed on a branch; asks GitHub's program `gh`, changes nothing. Never rejects. */
  planPullRequest(taskId: string): Promise<PlanAnswer>;
  /** Pushes the branch of a task where that is needed, and makes its pull request, or finds the one that is there. Never rejects. */
  createPullRequest(taskId: string): Promise<PullRequestAnswer>;
  /** Content of a file in a checkpoint that `changes` named, or on a side of a review; undefined when it holds none. */
  fileAt(checkpoint: string, path: string): Promise<Uint8Array | undefined>;
  /**
   * Checks everything that a run needs and reports each finding with its remedy. Never rejects.
   * Writes only a temporary file, which it removes. `observer` receives each check as it ends.
   */
  doctor(options: DoctorOptions, observer?: DoctorObserver): Promise<SetupReport>;
  /** What a first run needs and has; starts nothing. Never rejects. */
  setUp(): Promise<SetUpFacts>;
  /** Runs a verify command once and records nothing; refused while a run is active. Never rejects. */
  tryVerify(trial: VerifyTrial): Promise<TrialEnd>;
  diskUse(): Promise<DiskUse>;
  /** Finds tasks in files, texts and on GitHub, and tells which of them `devs.yaml` has; `addTasks` adds them. Never rejects. */
  findTasks(search: TaskSearch): Promise<FoundAnswer>;
  /** Removes what retention no longer keeps; with `dryRun`, only lists it. */
  clean(options: { readonly dryRun: boolean }): Promise<CleanAnswer>;
  /**
   * Computes what loops cost and what pauses saved; with `days`, of that many last days (UTC,
   * integer >= 1), today included. Throws `StateError`.
   */
  metrics(options?: { readonly days?: number }): Promise<Metrics>;
  /**
   * Lists lessons: all, newest first, or those similar to a failure text or keywords, best first
   * (at most 20).
   */
  lessons(text?: string): Promise<LessonsAnswer>;
  /** Replaces a lesson's text (at most 2,000 characters). `id` may be a unique prefix. */
  editLesson(id: string, text: string): Promise<Answer>;
  removeLesson(id: string): Promise<Answer>;
  /** Newest report of the task, paused or not. */
  report(taskId: string): Promise<FailureAnalysisReport | undefined>;
  /** Absolute path of the issue that the task's newest report names; undefined if there is none. */
  issueFile(taskId: string): Promise<string | undefined>;
  /**
   * Absolute paths of the agents' transcripts of a turn, in call order; empty if none is kept.
   * `taskId` is the task that the turn ran on. Returns only plain files of the state directory.
   */
  transcripts(taskId: string, turn: number): Promise<readonly string[]>;
  /** All kept run reports, newest first. */
  runReports(): Promise<readonly RunReportLine[]>;
  /**
   * Id of the newest run report; undefined if there is none. Cheap enough to call on each change.
   */
  newestRunReport(): Promise<string | undefined>;
  /** With `place`, links in the text start there: the URL of the state directory, ending in `/`. */
  runReport(choice: RunReportChoice, place?: string): Promise<RunReportAnswer>;
  /** Copies a run report into a folder, with the transcripts and diffs that it links to. */
  exportRunReport(choice: RunReportChoice, options: ExportOptions): Promise<ExportAnswer>;
  dispose(): Promise<void>;
}
