import type { DevsConfig } from '../../model/config/config';
import { dueDebuggerCall } from '../../model/debugger/debuggerCall';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import { findTurnThreshold } from '../history/findTurnThreshold';
import { TurnJudge } from '../judge/turnJudge';
import type { LandingPlace, LandingQueue } from '../landing/landingQueue';
import { landTurn, type Landed } from '../landing/landTurn';
import { recordLanding } from '../landing/recordLanding';
import { describeGoneWork, isWorkGone } from '../landing/isWorkGone';
import { NO_AGENT } from '../landing/noAgent';
import type { LessonLookup } from '../lessons/lessonLookup';
import { AnsweredCallList } from '../permissions/answeredCallList';
import { returnFiles } from '../rewind/returnFiles';
import { createModelSimilarity } from '../similarity/createModelSimilarity';
import type { EmbeddingComparison } from '../similarity/embeddingComparison';
import { createRequestSimilarity, type RequestSimilarity } from '../similarity/requestSimilarity';
import { waitsToLand } from '../scheduling/waitsToLand';
import type { EventJournal } from '../state/eventJournal';
import { requireTask } from '../state/requireTask';
import { leaveToWait, type LaneWait } from '../verification/retryWait';
import type { TaskPlace } from '../worktrees/openedPlace';
import type { TaskPlaces } from '../worktrees/taskPlaces';
import { runTurn } from './calls/turnRunner';
import type { TurnRun } from './calls/turnRun';
import type { CommitTools } from './commitTools';
import type { OrchestrationDeps } from './context/orchestrationDeps';
import { returnedFiles } from './context/returnedFiles';
import type { TurnCheckpoints } from './context/turnCheckpoints';
import type { TurnContext } from './context/turnFacts';
import type { TurnPlan } from './context/turnPlan';
import { fileIssue } from './fileIssue';
import type { RunLimits } from './runLimits';
import { withFullStop } from '../../text/sentence';
import { commitTurn } from './turnCommit';
import { startTurn } from './turnRecord';

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

export interface PlannedTurnTools {
  /** Of the workspace. */
  readonly deps: OrchestrationDeps;
  readonly journal: EventJournal;
  readonly live: LiveTools;
  readonly limits: RunLimits;
  readonly checkpoints: TurnCheckpoints;
  readonly places: TaskPlaces;
  readonly landings: LandingQueue;
  readonly lessons: LessonLookup;
  readonly embeddings: EmbeddingComparison;
  readonly commitTools: (config: DevsConfig, threshold: TurnThreshold) => CommitTools;
}

/** Runs planned turns in their places: from the checkpoint before to the record, the landing and the report. */
export class PlannedTurns {
  private readonly similarity: RequestSimilarity;
  private readonly judges: TurnJudge;
  private readonly warned = new Set<string>();
  private readonly warnOnce = (about: string, message: string): void => {
    if (this.warned.has(about)) return;
    this.warned.add(about);
    this.tools.deps.observer.onWarning(message);
  };

  constructor(private readonly tools: PlannedTurnTools) {
    const { deps } = tools;
    this.similarity = createRequestSimilarity(deps.embedder, deps.observer);
    this.judges = new TurnJudge(deps);
  }

  /** Runs a turn and records it. */
  async run(request: TurnRequest, plan: TurnPlan, place: TaskPlace): Promise<void> {
    await this.returnFiles(request, plan, place);
    const { task, number: turn } = plan;
    const { signal } = request;
    const landing = this.tools.landings.place({ taskId: task.id, turn, signal });
    try {
      await this.record(request, plan, { ...place, landing });
    } finally {
      landing.leave();
    }
  }

  /** On a pivot turn, before its files are recorded. */
  private async returnFiles(
    { config, signal }: TurnRequest,
    plan: TurnPlan,
    { deps, history: store }: TaskPlace,
  ): Promise<void> {
    if (plan.pivotDirective === 0 || signal.aborted) return;
    const { clock, checkpoints } = deps;
    const { journal } = this.tools;
    await returnFiles({ store, clock, checkpoints, journal, config }, plan.countsOn);
  }

  private async record(
    request: TurnRequest,
    plan: TurnPlan,
    place: TaskPlace & { readonly landing: LandingPlace },
  ): Promise<void> {
    const { config, signal, skipWaits } = request;
    const { journal, live, limits, landings, places, lessons, embeddings: comparison } = this.tools;
    const { similarity: words } = this;
    const { worktree, lastVerification, landing } = place;
    const { store } = place.deps;
    const { task } = plan;
    let isLandingOnly = worktree !== undefined && waitsToLand({ store, config }, task);
    if (worktree !== undefined && isLandingOnly && (await isWorkGone(worktree, task))) {
      isLandingOnly = false;
      place.deps.observer.onWarning(describeGoneWork(task.id));
    }
    const deps = isLandingOnly ? { ...place.deps, agent: NO_AGENT } : place.deps;
    const checkpoints = this.tools.checkpoints.at(deps);
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
      ...(isLandingOnly && { landsOnly: true as const }),
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
        const msLeft = (): number => limits.msLeft(config.limits.maxMinutes);
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
        const { whileStill } = landings;
        const { enter } = landing;
        const landable = { home: this.tools.deps, worktree, context, enter, whileStill };
        ({ run, landed } = await landTurn(landable, run));
        await lessons.beforeTurn({ config, countsOn: plan.countsOn, signal }, run);
      }
    } finally {
      const trace = await aftermath.trace();
      const { task, countsOn, agent } = plan;
      const measured = { taskId: task.id, countsOn, agent: agent.name };
      const tools = this.tools.commitTools(config, findTurnThreshold(deps.store, config, measured));
      const consequence = journal.transaction(() => {
        const led = commitTurn(tools, { ...started, run, trace, answered: answered.all });
        if (landed !== undefined) recordLanding({ store: deps.store, journal }, landed);
        if (run.kind === 'externalFailure' && run.handling === 'retryAfter')
          leaveToWait(tools, waitOf(plan, run));
        // The attempt goes on with the debugger's call.
        const { countsOn } = plan;
        if (dueDebuggerCall(requireTask(deps.store, countsOn)) === undefined) request.afterTurn();
        return led;
      });
      landing.leave();
      if (consequence === 'pause') await this.present(config, plan);
      if (run.kind === 'externalFailure' && run.handling === 'skipAgent')
        deps.observer.onWarning(withFullStop(run.reason));
      if (worktree !== undefined) await places.leave({ config, plan, worktree, landed });
    }
  }

  /** Presents the report after a turn whose task now waits for a human. */
  private async present(config: DevsConfig, plan: TurnPlan): Promise<void> {
    const { store, issues, observer } = this.tools.deps;
    const report = store.latestReport(plan.countsOn);
    if (report === undefined) return;
    const warn = (message: string): void => observer.onWarning(message);
    observer.present(report, await fileIssue({ issues, config, warn }, report));
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
