import type { LeaseFacts } from '../model/workspace/leaseHolder';
import { knownConfig, type ConfigResult } from '../model/config/config';
import type { Metrics } from '../model/report/metricSet';
import type { LoopStatus } from '../model/task/attempt';
import type { SetupReport } from '../model/workspace/setupReport';
import type { QuestionReply, QuestionRequest } from '../model/tools/agentQuestion';
import type { AgentReport } from '../model/tools/agentReport';
import type { Overview } from '../model/overview/overview';
import type { RewindChoice } from '../model/workspace/rewindRecord';
import type { FailureAnalysisReport } from '../model/report/pauseReport';
import type { RunReportLine } from '../model/run/runReport';
import { issueName } from '../model/report/describeFailure';
import type { PermissionReply } from '../model/permissions/askedPermission';
import type { PermissionGrant } from '../model/permissions/permissionPolicy';
import type { CommentChange, SendBack } from '../model/review/reviewComment';
import type { SeenChange } from '../model/review/seenChange';
import type { NewTask } from '../model/task/newTask';
import { loopStatus } from '../engine/attempts/loopStatus';
import type { AskedIntervention } from '../engine/interventions/reviewRequests';
import { countingTask } from '../engine/scheduling/taskTree';
import { findReport } from '../engine/state/findReport';
import { isRunBy } from '../engine/overview/runBy';
import type { LessonRequest } from '../engine/lessons/changeLesson';
import type { Answer } from '../ports/answer';
import type { AddTasksOptions, ConfigChange, InitAnswer, TaskMove } from '../ports/configEditor';
import { StateError, WorktreeError, type Disposable } from '../ports/workspaceState';
import type { WorkPlace } from '../ports/worktrees';
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
  SetUpFacts,
  SpanAnswer,
  TrialEnd,
} from './api/answers';
import type { App } from './api/app';
import type {
  DoctorObserver,
  DoctorOptions,
  ExportOptions,
  FindingExport,
  HintOptions,
  ResumeOptions,
  RewindOptions,
  RunReportChoice,
  RunRequest,
  Span,
  TaskSearch,
  VerifyTrial,
} from './api/requests';
import { LiveActions } from './run/liveActions';
import { watchConfig } from './run/watchConfig';
import { intervene } from './run/intervene';
import { requestLessonChange, readLessons } from './run/lessonActions';
import { LeaseAccess } from './lease/leaseAccess';
import type { DevsAppParts } from './lease/devsAppParts';
import { readOverview } from './read/readOverview';
import { refuseOnStateError, toRefusal } from './lease/refusals';
import { StateRetention } from './run/stateRetention';
import { RewindActions } from './run/rewindActions';
import { RunReportActions } from './run/runReportActions';
import { RunControl } from './run/runControl';
import { findAgentTranscripts } from './run/findAgentTranscripts';
import { findOnlyWaiting } from './run/findOnlyWaiting';

/** Implements `App`: executes a request, forwards it to the lease holder, or refuses it. */
export class DevsApp implements App {
  private readonly work: LeaseAccess;
  private readonly rewinds: RewindActions;
  private readonly retention: StateRetention;
  private readonly runs: RunControl;
  private readonly reports: RunReportActions;
  private readonly live: LiveActions;

  constructor(private readonly parts: DevsAppParts) {
    this.work = new LeaseAccess(parts, () => this.isRunning());
    this.rewinds = new RewindActions(parts, this.work);
    this.retention = new StateRetention(parts, this.work);
    this.reports = new RunReportActions(parts.runReports, parts.configSource);
    this.runs = new RunControl({ parts, work: this.work, retention: this.retention });
    this.live = new LiveActions({ parts, work: this.work, runs: this.runs });
  }

  get stateDir(): string {
    return this.parts.state.directory;
  }

  isRunning(): boolean {
    return this.runs.isRunning();
  }

  async overview(): Promise<Overview> {
    return await readOverview(this.parts);
  }

  config(): Promise<ConfigResult> {
    return this.parts.configSource.read();
  }

  async status(): Promise<LoopStatus> {
    const { state } = this.parts;
    const [store, holder] = [await state.read(), await state.holder()];
    return loopStatus(store, isRunBy(holder, store));
  }

  lease(): Promise<LeaseFacts | undefined> {
    return this.parts.state.lease();
  }

  async unlock(epoch: number): Promise<Answer> {
    const { unlock } = await import('./lease/unlock');
    return await unlock(this.parts.state, { epoch, recover: () => this.recover() });
  }

  onDidChange(listener: () => void): Disposable {
    const state = this.parts.state.onDidChange(listener);
    const config = watchConfig(this.parts.configFile, listener);
    return {
      dispose: () => {
        state.dispose();
        config.dispose();
      },
    };
  }

  run(request: RunRequest): Promise<RunAnswer> {
    return this.runs.run(request);
  }

  pause(options: { readonly now: boolean }): Promise<Answer> {
    return this.live.pause(options);
  }

  keepGoing(): Promise<Answer> {
    return this.live.keepGoing();
  }

  async skip(taskId: string | undefined): Promise<Answer> {
    const chosen = taskId ?? findOnlyWaiting((await this.overview()).tasks);
    if (typeof chosen !== 'string') return chosen;
    return await this.intervene({ type: 'skip', taskId: chosen });
  }

  async resume(taskId: string, options: ResumeOptions): Promise<Answer> {
    return await this.intervene({ type: 'resume', taskId, ...options });
  }

  async stopWaiting(taskId: string): Promise<Answer> {
    return await this.intervene({ type: 'stopWaiting', taskId });
  }

  async findMissing(taskId: string): Promise<string | undefined> {
    const { findMissing } = await import('./run/findMissing');
    return await findMissing(this.parts, taskId);
  }

  async retry(taskId: string): Promise<Answer> {
    return await this.intervene({ type: 'retry', taskId });
  }

  async accept(taskId: string, seen: SeenChange = {}): Promise<Answer> {
    return await this.intervene({ type: 'accept', taskId, ...seen });
  }

  async review(taskId: string): Promise<ReviewAnswer> {
    const { readReview } = await import('./review/readReview');
    return await readReview(this.parts, taskId);
  }

  async changeComment(taskId: string, change: CommentChange): Promise<Answer> {
    return await this.intervene({ type: 'comment', taskId, change });
  }

  async sendBack(taskId: string, what: SendBack): Promise<Answer> {
    return await this.intervene({ type: 'sendBack', taskId, ...what });
  }

  async discard(taskId: string, seen: SeenChange = {}): Promise<Answer> {
    return await this.intervene({ type: 'discard', taskId, ...seen });
  }

  async notALoop(taskId: string, finding?: number): Promise<Answer> {
    const named = finding === undefined ? {} : { finding };
    return await this.intervene({ type: 'notALoop', taskId, ...named });
  }

  async exportFinding(request: FindingExport): Promise<Answer> {
    const { exportFinding } = await import('./run/exportFinding');
    return await refuseOnStateError(() => exportFinding(this.parts, request));
  }

  async recover(): Promise<readonly string[]> {
    return await this.work.recover();
  }

  previewRewind(taskId: string, options: RewindOptions): Promise<PreviewAnswer> {
    return this.rewinds.previewRewind(taskId, options);
  }

  rewind(taskId: string, options: RewindOptions): Promise<RewindAnswer> {
    return this.rewinds.rewind(taskId, options);
  }

  previewRedo(taskId: string, choice?: RewindChoice): Promise<PreviewAnswer> {
    return this.rewinds.previewRedo(taskId, choice);
  }

  redo(taskId: string, choice?: RewindChoice): Promise<RewindAnswer> {
    return this.rewinds.redo(taskId, choice);
  }

  changes(taskId: string, span: Span): Promise<SpanAnswer> {
    return this.rewinds.changes(taskId, span);
  }

  fileAt(checkpoint: string, path: string): Promise<Uint8Array | undefined> {
    return this.rewinds.fileAt(checkpoint, path);
  }

  async worktree(taskId: string): Promise<WorkPlace | undefined> {
    const config = knownConfig(await this.config());
    const countsOn = config === undefined ? taskId : countingTask(config, taskId);
    return await this.parts.adapters.worktrees.place(countsOn);
  }

  async planPullRequest(taskId: string): Promise<PlanAnswer> {
    const { planPullRequest } = await import('./pullRequests/planPullRequest');
    return await refuseOnStateError(() => planPullRequest(this.parts, taskId));
  }

  async createPullRequest(taskId: string): Promise<PullRequestAnswer> {
    const { parts, work, runs } = this;
    const { createPullRequest } = await import('./pullRequests/createPullRequest');
    return await refuseOnStateError(() => createPullRequest({ parts, work, runs }, taskId));
  }

  async doctor(options: DoctorOptions, observer: DoctorObserver = {}): Promise<SetupReport> {
    // Loaded on demand: rarely used.
    const { runDoctor } = await import('./doctor/runDoctor');
    return await runDoctor({ parts: this.parts, options, observer });
  }

  async setUp(): Promise<SetUpFacts> {
    const { readSetUp } = await import('./setUp/readSetUp');
    return await readSetUp(this.parts);
  }

  async tryVerify(trial: VerifyTrial): Promise<TrialEnd> {
    const { tryVerify } = await import('./setUp/tryVerify');
    return await tryVerify(this.parts, trial);
  }

  diskUse(): Promise<DiskUse> {
    return this.retention.diskUse();
  }

  clean(options: { readonly dryRun: boolean }): Promise<CleanAnswer> {
    return this.retention.clean(options);
  }

  async metrics(options?: { readonly days?: number }): Promise<Metrics> {
    const { readMetrics } = await import('./read/readMetrics');
    return await readMetrics(this.parts, options);
  }

  hint(taskId: string, options: HintOptions): Promise<Answer> {
    return this.live.hint(taskId, options);
  }

  permit(reply: PermissionReply): Promise<Answer> {
    return this.live.permit(reply);
  }

  async permissionGrants(): Promise<readonly PermissionGrant[]> {
    return (await this.parts.state.read()).listPermissionGrants();
  }

  forgetPermission(rule: string): Promise<Answer> {
    return this.live.forgetPermission(rule);
  }

  takeReport(report: AgentReport): Promise<Answer> {
    return this.live.takeReport(report);
  }

  askHuman(request: QuestionRequest, signal: AbortSignal): Promise<Answer> {
    return this.live.askHuman(request, signal);
  }

  answer(reply: QuestionReply): Promise<Answer> {
    return this.live.answer(reply);
  }

  async prompt(taskId: string): Promise<Answer> {
    const { readPrompt } = await import('./read/readPrompt');
    return await readPrompt(this.parts, taskId);
  }

  async lessons(text?: string): Promise<LessonsAnswer> {
    return await readLessons(this.parts, text);
  }

  async editLesson(id: string, text: string): Promise<Answer> {
    return await this.changeLesson({ type: 'editLesson', lessonId: id, text });
  }

  async removeLesson(id: string): Promise<Answer> {
    return await this.changeLesson({ type: 'removeLesson', lessonId: id });
  }

  async report(taskId: string): Promise<FailureAnalysisReport | undefined> {
    const [store, read] = await Promise.all([this.parts.state.read(), this.config()]);
    const config = knownConfig(read);
    const countsOn = config === undefined ? taskId : countingTask(config, taskId);
    return findReport(store, { taskId, countsOn });
  }

  async issueFile(taskId: string): Promise<string | undefined> {
    const report = await this.report(taskId);
    const name = report && issueName(report);
    return name === undefined ? undefined : await this.parts.runReports.findIssue(name);
  }

  async transcripts(taskId: string, turn: number): Promise<readonly string[]> {
    return await findAgentTranscripts(this.parts, { taskId, turn });
  }

  runReports(): Promise<readonly RunReportLine[]> {
    return this.reports.list();
  }

  newestRunReport(): Promise<string | undefined> {
    return this.reports.newest();
  }

  runReport(choice: RunReportChoice, place?: string): Promise<RunReportAnswer> {
    return this.reports.show(choice, place);
  }

  exportRunReport(choice: RunReportChoice, options: ExportOptions): Promise<ExportAnswer> {
    return this.reports.export(choice, options);
  }

  async init(): Promise<InitAnswer> {
    try {
      await this.parts.state.read();
    } catch (error) {
      if (error instanceof WorktreeError) return toRefusal(error.message);
      if (!(error instanceof StateError)) throw error;
    }
    return await this.parts.configEditor.init();
  }

  async change(change: ConfigChange): Promise<Answer> {
    return await this.parts.configEditor.change(change);
  }

  async addTasks(tasks: readonly NewTask[], options?: AddTasksOptions): Promise<Answer> {
    const { addTasks } = await import('./tasks/addTasks');
    return await addTasks(this.parts, tasks, options);
  }

  async findTasks(search: TaskSearch): Promise<FoundAnswer> {
    const { findTasks } = await import('./tasks/findTasks');
    return await findTasks(this.parts, search);
  }

  async moveTask(move: TaskMove): Promise<Answer> {
    return await this.parts.configEditor.moveTask(move);
  }

  async dispose(): Promise<void> {
    await this.runs.dispose();
  }

  private async changeLesson(request: LessonRequest): Promise<Answer> {
    const { parts, work, runs } = this;
    return await requestLessonChange({ parts, work, runs }, request);
  }

  private async intervene(request: AskedIntervention): Promise<Answer> {
    const { parts, work, runs } = this;
    return await intervene({ parts, work, runs }, request);
  }
}
