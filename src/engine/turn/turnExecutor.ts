import type { DevsConfig } from '../../model/config/config';
import type { TurnThreshold } from '../../model/turn/turnThreshold';
import { dueDebuggerCall } from '../../model/debugger/debuggerCall';
import { DebuggerConsultation } from '../debugger/debuggerConsultation';
import { EmbeddingComparison } from '../similarity/embeddingComparison';
import { LessonLookup } from '../lessons/lessonLookup';
import type { EventJournal } from '../state/eventJournal';
import { requireTask } from '../state/requireTask';
import type { OrchestrationDeps } from './context/orchestrationDeps';
import { waitsToLand } from '../scheduling/waitsToLand';
import { LandingQueue } from '../landing/landingQueue';
import type { TaskPlace } from '../worktrees/openedPlace';
import { TaskPlaces } from '../worktrees/taskPlaces';
import { suspendTask } from '../state/suspension';
import { countingTask } from '../scheduling/taskTree';
import { applyTransition, type PlainEvent } from '../state/applyTransition';
import { blockTask, type Block } from '../state/blockTask';
import { TurnCheckpoints } from './context/turnCheckpoints';
import { createCommitTools, type CommitTools } from './commitTools';
import { isBaselineDue } from '../verification/baseline';
import { describeMissing } from '../../rules/programs/describeMissing';
import { withFullStop } from '../../text/sentence';
import { describeSkipped, skipStandIn } from '../scheduling/skipStandIn';
import { findMissingProgram, type MissingPart } from './context/findMissingProgram';
import { planTurn, type TurnPlan } from './context/turnPlan';
import { PlannedTurns, type LiveTools, type TurnRequest } from './plannedTurns';
import type { LimitReason, ReachedLimit, RunLimits } from './runLimits';

/** Why a debugger is not asked, a clause. */
const LIMIT_TEXTS: Readonly<Record<LimitReason, string>> = {
  BUDGET: 'the budget leaves nothing for its diagnosis',
  MAX_TURNS: 'the limit of turns leaves none for its diagnosis',
  MAX_MINUTES: 'the limit of minutes leaves no time for its diagnosis',
};

/** Decides what follows for a task: a turn, a debugger's diagnosis, a pause or a block. */
export class TurnExecutor {
  private readonly checkpoints: TurnCheckpoints;
  private readonly places: TaskPlaces;
  private readonly planned: PlannedTurns;
  /** Turns that run. */
  private running = 0;
  private readonly lessons: LessonLookup;

  constructor(
    private readonly deps: OrchestrationDeps,
    private readonly journal: EventJournal,
    live: LiveTools,
    private readonly limits: RunLimits,
  ) {
    const embeddings = new EmbeddingComparison(deps.models, (told) =>
      deps.observer.onWarning(told),
    );
    const landings = new LandingQueue(deps);
    this.checkpoints = new TurnCheckpoints(deps);
    this.places = new TaskPlaces(deps, landings.whileStill);
    this.lessons = new LessonLookup(deps.store, embeddings);
    const { checkpoints, places, lessons } = this;
    this.planned = new PlannedTurns({
      ...{ deps, journal, live, limits, checkpoints, places, landings, lessons, embeddings },
      commitTools: (config, threshold) => this.tools(config, threshold),
    });
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
      if (part.missing.of === 'agent' && this.skips(plan, describeMissing(part.missing))) return;
      this.block(config, { taskId, countsOn }, part);
      return;
    }
    const limit = this.limits.findReached(config, countsOn);
    if (dueDebuggerCall(requireTask(store, countsOn)) !== undefined)
      await this.askDebugger(request, plan, limit);
    // Landing what is done uses nothing.
    else if (limit === undefined || waitsToLand({ store, config }, task))
      await this.runInPlace(request, plan);
    else {
      await this.lessons.beforePause({ config, countsOn, signal: request.signal });
      this.suspend(config, plan, limit);
    }
  }

  /** Skips an agent that works in place of one at its limit; false if it does not. */
  private skips(plan: TurnPlan, why: string): boolean {
    const skipped = describeSkipped(plan, why);
    if (skipped === undefined) return false;
    this.journal.transaction(() => skipStandIn(this.deps, plan, why));
    this.deps.observer.onWarning(withFullStop(skipped));
    return true;
  }

  private async runInPlace(request: TurnRequest, plan: TurnPlan): Promise<void> {
    const place = await this.open(request, plan);
    if (place !== undefined) await this.planned.run(request, plan, place);
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
