import type { DevsConfig } from '../../model/config/config';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import { dueDebuggerCall } from '../../model/debugger/debuggerCall';
import { DebuggerConsultation } from '../debugger/debuggerConsultation';
import { createRequestSimilarity, type RequestSimilarity } from '../similarity/requestSimilarity';
import { EmbeddingComparison } from '../similarity/embeddingComparison';
import { createModelSimilarity } from '../similarity/createModelSimilarity';
import { TurnJudge } from '../judge/turnJudge';
import { findTurnThreshold } from '../history/findTurnThreshold';
import { LessonLookup } from '../lessons/lessonLookup';
import { AnsweredCallList } from '../permissions/answeredCallList';
import type { TurnContext } from './context/turnFacts';
import type { EventJournal } from '../state/eventJournal';
import { returnFiles } from '../rewind/returnFiles';
import { returnedFiles } from './context/returnedFiles';
import { requireTask } from '../state/requireTask';
import type { OrchestrationDeps } from './context/orchestrationDeps';
import { landTurn, type Landed } from '../landing/landTurn';
import { NO_AGENT, waitsToLand } from '../landing/waitsToLand';
import { LandingQueue, type LandingPlace } from '../landing/landingQueue';
import { recordLanding } from '../landing/recordLanding';
import { TaskPlaces, type TaskPlace } from '../worktrees/taskPlaces';
import { leaveToWait, type LaneWait } from '../verification/retryWait';
import { suspendTask } from '../state/suspension';
import { countingTask } from '../scheduling/taskTree';
import { applyTransition, type PlainEvent } from '../state/applyTransition';
import { blockTask, type Block } from '../state/blockTask';
import { TurnCheckpoints } from './context/turnCheckpoints';
import { createCommitTools, type CommitTools } from './commitTools';
import { commitTurn } from './turnCommit';
import { fileIssue } from './fileIssue';
import { isBaselineDue } from '../verification/baseline';
import { findMissingProgram, type MissingPart } from './context/findMissingProgram';
import { planTurn, type TurnPlan } from './context/turnPlan';
import type { LimitReason, ReachedLimit, RunLimits } from './runLimits';
import { startTurn } from './turnRecord';
import { runTurn } from './calls/turnRunner';
import type { TurnRun } from './calls/turnRun';

export interface TurnRequest {
  readonly config: DevsConfig;
  readonly taskId: string;
  readonly signal: AbortSignal;
  /** Aborts to skip waits inside the turn. */
  readonly skipWaits: AbortSignal;
  /** Called in the transaction that records the turn, after the record. */
  readonly afterTurn: () => void;
}

/** What a human does with an agent while it works. */
export type LiveTools = Pick<TurnContext, 'permissions' | 'agents' | 'agentTools'>;

/** Why a debugger is not asked, a clause. */
const LIMIT_TEXTS: Readonly<Record<LimitReason, string>> = {
  BUDGET: 'the budget leaves nothing for its diagnosis',
  MAX_TURNS: 'the limit of turns leaves none for its diagnosis',
  MAX_MINUTES: 'the limit of minutes leaves no time for its diagnosis',
};

/** Plans, runs and records single turns. */
export class TurnExecutor {
  private readonly checkpoints: TurnCheckpoints;
  private readonly similarity: RequestSimilarity;
  private readonly landings: LandingQueue;
  private readonly places: TaskPlaces;
  /** Turns that run. */
  private running = 0;
  private readonly warned = new Set<string>();
  private readonly warnOnce = (about: string, message: string): void => {
    if (this.warned.has(about)) return;
    this.warned.add(about);
    this.deps.observer.onWarning(message);
  };
  private readonly judges: TurnJudge;
  private readonly embeddings: EmbeddingComparison;
  private readonly lessons: LessonLookup;

  constructor(
    private readonly deps: OrchestrationDeps,
    private readonly journal: EventJournal,
    private readonly live: LiveTools,
    private readonly limits: RunLimits,
  ) {
    this.checkpoints = new TurnCheckpoints(deps);
    this.landings = new LandingQueue(deps);
    this.places = new TaskPlaces(deps, this.landings.whileStill);
    this.similarity = createRequestSimilarity(deps.embedder, deps.observer);
    this.judges = new TurnJudge(deps);
    this.embeddings = new EmbeddingComparison(deps.models, (told) => deps.observer.onWarning(told));
    this.lessons = new LessonLookup(deps.store, this.embeddings);
  }

  /** Runs one turn of the task, or records what prevents it; the store has the resulting status. */
  async execute(request: TurnRequest): Promise<void> {
    this.running += 1;
    try {
      await this.executeOne(request);
    } finally {
      this.running -= 1;
    }
  }

  private async executeOne(request: TurnRequest): Promise<void> {
    const { config, taskId } = request;
    const { store } = this.deps;
    const task = config.tasks.find((each) => each.id === taskId);
    if (task === undefined) {
      this.apply(taskId, { type: 'yielded', reason: '' });
      return;
    }
    const planned = planTurn({ store, config, now: this.deps.clock.now() }, task);
    if (!planned.ok) {
      this.block(config, { taskId, countsOn: countingTask(config, taskId) }, planned);
      return;
    }
    const { plan } = planned;
    const { countsOn } = plan;
    const part = await findMissingProgram(this.deps.programs, plan, {
      verifies: isBaselineDue({ config, store, plan }),
    });
    if (part !== undefined) {
      this.block(config, { taskId, countsOn }, part);
      return;
    }
    const limit = this.limits.findReached(config, countsOn);
    if (dueDebuggerCall(requireTask(store, countsOn)) !== undefined)
      await this.askDebugger(request, plan, limit);
    else if (limit === undefined) await this.runInPlace(request, plan);
    else {
      await this.lessons.beforePause({ config, countsOn, signal: request.signal });
      this.suspend(config, plan, limit);
    }
  }

  private async runInPlace(request: TurnRequest, plan: TurnPlan): Promise<void> {
    const place = await this.open(request, plan);
    if (place === undefined) return;
    await this.returnFiles(request, plan, place);
    const { task, number: turn } = plan;
    const landing = this.landings.place({ taskId: task.id, turn, signal: request.signal });
    try {
      await this.runPlanned(request, plan, { ...place, landing });
    } finally {
      landing.leave();
    }
  }

  /** The place of a task; undefined if it cannot work now, which is recorded. */
  private async open(
    { config, signal }: TurnRequest,
    plan: TurnPlan,
  ): Promise<TaskPlace | undefined> {
    const opened = await this.places.open({ config, plan, signal });
    if (opened.kind === 'open') return opened.place;
    const { countsOn } = plan;
    if (opened.kind === 'blocked') this.block(config, { taskId: plan.task.id, countsOn }, opened);
    return undefined;
  }

  /** Blocks a task before a turn. */
  private block(
    config: DevsConfig,
    task: Pick<Block, 'taskId' | 'countsOn'>,
    { reason, remedy, missing }: Pick<MissingPart, 'reason' | 'remedy'> & Partial<MissingPart>,
  ): void {
    const event = { type: 'blocked', reason } as const;
    const block = { ...task, event, remedy, ...(missing && { missing }) };
    const tools = this.tools(config);
    this.journal.transaction(() => blockTask(tools, block));
  }

  private async askDebugger(
    request: TurnRequest,
    plan: TurnPlan,
    limit: ReachedLimit | undefined,
  ): Promise<void> {
    const { config, signal, afterTurn: afterAnswer } = request;
    const { task, countsOn } = plan;
    const place = await this.open(request, plan);
    if (place === undefined) return;
    await this.lessons.beforePause({ config, countsOn, signal });
    const deps = { ...place.deps, store: place.history };
    const checkpoints = this.checkpoints.at(deps);
    const consultation = new DebuggerConsultation(
      { deps, checkpoints, suspension: this.tools(config) },
      {
        ...{ config, task, countsOn, signal, afterAnswer },
        msLeft: this.limits.msLeft(config.limits.maxMinutes),
        ...(limit !== undefined && { noTurnLeft: LIMIT_TEXTS[limit.reason] }),
      },
    );
    if ((await consultation.run()) === 'paused') this.present(countsOn);
  }

  /** Applies the event to a task, in a separate transaction. */
  apply(taskId: string, event: PlainEvent): void {
    const tools = { store: this.deps.store, journal: this.journal };
    this.journal.transaction(() => applyTransition(tools, taskId, event));
  }

  /** On a pivot turn, before its files are recorded. */
  private async returnFiles(
    { config, signal }: TurnRequest,
    plan: TurnPlan,
    { deps, history: store }: TaskPlace,
  ): Promise<void> {
    if (plan.pivotDirective === 0 || signal.aborted) return;
    const { clock, checkpoints } = deps;
    const tools = { store, clock, checkpoints, journal: this.journal, config };
    await returnFiles(tools, plan.countsOn);
  }

  private async runPlanned(
    request: TurnRequest,
    plan: TurnPlan,
    place: TaskPlace & { readonly landing: LandingPlace },
  ): Promise<void> {
    const { config, signal, skipWaits } = request;
    const { journal, live, similarity: words, embeddings: comparison } = this;
    const { worktree, lastVerification, landing } = place;
    const isLandingOnly = worktree !== undefined && waitsToLand(this.deps.store, plan);
    const deps = isLandingOnly ? { ...place.deps, agent: NO_AGENT } : place.deps;
    const checkpoints = this.checkpoints.at(deps);
    const similarity = createModelSimilarity({
      comparison,
      settings: config.embeddings,
      words,
      signal,
    });
    const { moment, snapshot: before } = await checkpoints.before();
    const dependencies = plan.measured ? new Set<string>() : await deps.workspace.dependencies();
    const started = {
      ...{ plan, turnId: deps.clock.newId(), startedAt: deps.clock.now() },
      begunAt: deps.clock.elapsed(),
      ...moment,
      ...(worktree && { worktree: true as const }),
    };
    startTurn({ store: deps.store, journal }, started, before.files);
    const { repositoryBefore } = moment;
    const since = started.startedAt;
    const aftermath = checkpoints.after({
      repositoryBefore,
      since,
      paths: [...before.files.keys()],
    });
    const answered = new AnsweredCallList();
    let run: TurnRun = { kind: 'interrupted', facts: undefined };
    let landed: Landed | undefined;
    try {
      if (!signal.aborted) {
        const { turnId } = started;
        const msLeft = (): number => this.limits.msLeft(config.limits.maxMinutes);
        const returned = await returnedFiles(deps, plan);
        const start = { before, checkpoint: moment.checkpointBefore, dependencies, returned };
        const told = {
          deps,
          journal,
          ...live,
          config,
          similarity,
          plan,
          turnId,
          lastVerification,
          answered,
          ...start,
        };
        const context = { ...told, aftermath, signal, skipWaits, msLeft, warnOnce: this.warnOnce };
        const { startedAt } = started;
        run = await runTurn(context, (ran) => this.judges.consult({ context, startedAt }, ran));
        const { whileStill } = this.landings;
        const { enter } = landing;
        const landable = { home: this.deps, worktree, context, enter, whileStill };
        ({ run, landed } = await landTurn(landable, run));
        await this.lessons.beforeTurn({ config, countsOn: plan.countsOn, signal }, run);
      }
    } finally {
      const trace = await aftermath.trace();
      const { task, countsOn, agent } = plan;
      const measured = { taskId: task.id, countsOn, agent: agent.name };
      const tools = this.tools(config, findTurnThreshold(deps.store, config, measured));
      const consequence = journal.transaction(() => {
        const led = commitTurn(tools, { ...started, run, trace, answered: answered.all });
        if (landed !== undefined) recordLanding({ store: deps.store, journal }, landed);
        if (run.kind === 'externalFailure' && run.handling === 'retryAfter')
          leaveToWait(tools, waitOf(plan, run));
        // The attempt goes on with the debugger's call.
        const { countsOn } = plan;
        if (dueDebuggerCall(requireTask(this.deps.store, countsOn)) === undefined)
          request.afterTurn();
        return led;
      });
      landing.leave();
      if (consequence === 'pause') await this.presentTurn(config, plan);
      if (worktree !== undefined) await this.places.leave({ config, plan, worktree, landed });
    }
  }

  private suspend(config: DevsConfig, plan: TurnPlan, { reason, why }: ReachedLimit): void {
    const { countsOn } = plan;
    const status = 'PAUSED_FOR_INTERVENTION';
    this.journal.transaction(() =>
      suspendTask(this.tools(config), {
        ...{ countsOn, taskId: plan.task.id, reason },
        ...(why !== undefined && { standing: { status, stopReason: why } }),
      }),
    );
    this.present(countsOn);
  }

  /** Presents the report after a turn whose task now waits for a human. */
  private async presentTurn(config: DevsConfig, plan: TurnPlan): Promise<void> {
    const { store, issues, observer } = this.deps;
    const report = store.latestReport(plan.countsOn);
    if (report === undefined) return;
    const warn = (message: string): void => observer.onWarning(message);
    observer.present(report, await fileIssue({ issues, config, warn }, report));
  }

  private present(taskId: string): void {
    const report = this.deps.store.latestReport(taskId);
    if (report !== undefined) this.deps.observer.present(report);
  }

  private tools(
    config: DevsConfig,
    threshold: TurnThreshold = { value: config.limits.loopThreshold },
  ): CommitTools {
    const { store, clock } = this.deps;
    const { journal, lessons } = this;
    return createCommitTools(
      { store, clock, journal, findLessons: lessons.find, isAlone: this.running === 1 },
      config,
      threshold,
    );
  }
}

/** The agent is unknown for tasks with roles. */
function waitOf(
  { task, number: turn, agent }: TurnPlan,
  {
    delayMs,
    limitMs,
    reason,
    external,
    fallback,
  }: Extract<TurnRun, { readonly handling: 'retryAfter' }>,
): LaneWait {
  return {
    ...{ taskId: task.id, turn, delayMs, reason },
    ...(task.roles === undefined ? { agent: agent.name } : {}),
    ...(external === undefined ? {} : { external }),
    ...(limitMs === undefined ? {} : { limitMs }),
    ...(fallback === undefined ? {} : { fallback }),
  };
}
