import { NO_RESPONSE } from '../../rules/turn/hashResponse';
import { assessEntropy } from '../../rules/turn/assessEntropy';
import type { FindLessons } from '../../rules/lessons/findLessons';
import type { Limits } from '../../model/config/limits';
import type { SuspendReason } from '../../model/report/pauseReport';
import type { TaskRecord } from '../../model/task/task';
import { selectCounted } from '../../model/turn/turn';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import { pivotDirective } from '../../rules/prompts/pivotDirective';
import { transition } from '../../model/task/transition';
import { writeTask } from './applyTransition';
import { buildFailureReport } from '../../reports/pause/failureReport';
import { requireTask } from './requireTask';

/** Entropy, loops and pivots of tasks, over the store (docs/decisions/loop-detection-and-pivot.md). Unknown task ids throw. */
export interface LoopDetection {
  /** Adds one failed turn without progress, or so many steps (whole number >= 1); returns the new count. */
  incrementEntropyCount(taskId: string, steps?: number): number;
  /** Sets the count to 0; pivots and failed strategies stay. */
  resetEntropyCount(taskId: string): void;
  /** Failed turns in a row without progress; 0 after progress and after a pivot. */
  getEntropyCount(taskId: string): number;
  /** `entropy_count >= limits.loopThreshold`. */
  isLoopDetected(taskId: string): boolean;
  /**
   * Ends the strategy, in one transaction: a row in `strategy_pivots`, `pivot_count` + 1, entropy 0,
   * the strategy's replies and states abandoned, the directive due for the next counted turn.
   * Returns the directive. Throws for a task that is suspended: it must not get one.
   */
  issuePivotDirective(taskId: string): string;
  /**
   * Ends the strategy without a pivot, in one transaction: its replies and states abandoned, entropy 0; `pivot_count`
   * stays. Returns the number of the next strategy.
   */
  startNextStrategy(taskId: string): number;
  /** Pivots since the task began or was last resumed. */
  getPivotCount(taskId: string): number;
  /**
   * Lets the task wait for a human, paused unless `standing` says otherwise, and files the failure
   * report, in one transaction.
   */
  suspendAgent(taskId: string, reason: SuspendReason, standing?: Standing): void;
}

/** Status and reason of a suspended task. */
export interface Standing {
  readonly status: 'PAUSED_FOR_INTERVENTION' | 'aborted_stuck';
  /** Which loop or decision stopped it, in a sentence. */
  readonly stopReason: string;
  /** The question to the user. */
  readonly question?: string;
}

/** The limits are read once, when this is made. `find`: finds the lessons for its reports. */
export function createLoopDetection(
  store: Store,
  limits: Pick<Limits, 'loopThreshold'>,
  clock: Clock,
  find?: FindLessons,
): LoopDetection {
  const getEntropyCount = (taskId: string): number => requireTask(store, taskId).entropyCount;
  return {
    getEntropyCount,
    incrementEntropyCount: (taskId, steps = 1) => {
      for (let step = 1; step < steps; step += 1) store.incrementEntropyCount(taskId);
      return store.incrementEntropyCount(taskId);
    },
    resetEntropyCount: (taskId) => store.updateTask(taskId, { entropyCount: 0 }),
    isLoopDetected: (taskId) =>
      assessEntropy({
        entropy: getEntropyCount(taskId),
        threshold: limits.loopThreshold,
        turns: [],
      }).level === 'stuck',
    issuePivotDirective: (taskId) => issuePivot(store, taskId, clock),
    startNextStrategy: (taskId) => store.transaction(() => startNextStrategy(store, taskId)),
    getPivotCount: (taskId) => requireTask(store, taskId).pivotCount,
    suspendAgent: (taskId, reason, standing) =>
      suspend(
        { store, taskId, reason, clock, ...(find && { find }) },
        standing ?? pausedFor(reason),
      ),
  };
}

function issuePivot(store: Store, taskId: string, clock: Clock): string {
  return store.transaction(() => {
    const task = requireTask(store, taskId);
    if (task.status === 'PAUSED_FOR_INTERVENTION' || task.status === 'aborted_stuck') {
      throw new Error(`task ${taskId} is suspended: no pivot directive for it`);
    }
    const pivotCount = task.pivotCount + 1;
    store.insertPivot({
      id: clock.newId(),
      taskId,
      pivotCount,
      entropyCountAtTrigger: task.entropyCount,
      triggeredAt: clock.now().toISOString(),
    });
    startNextStrategy(store, taskId);
    store.updateTask(taskId, { pivotCount, pivotDue: pivotCount });
    return pivotDirective(pivotCount);
  });
}

function startNextStrategy(store: Store, taskId: string): number {
  const task = requireTask(store, taskId);
  const strategyNumber = task.strategyNumber + 1;
  abandonStrategy(store, task);
  store.updateTask(taskId, { entropyCount: 0, strategyNumber });
  return strategyNumber;
}

/**
 * The replies and end states of the strategy's counted turns; the starting state is never one, nor is an empty reply.
 */
function abandonStrategy(store: Store, task: TaskRecord): void {
  const turns = selectCounted(store.listTurns(task.id)).filter(
    (turn) => turn.strategyNumber === task.strategyNumber,
  );
  const states = turns.map((turn) => turn.stateAfter).filter((state) => state !== task.startState);
  const replies = turns.map((turn) => turn.replyHash).filter((hash) => hash !== NO_RESPONSE);
  store.addAbandoned(task.id, 'reply', [...new Set(replies)]);
  store.addAbandoned(task.id, 'state', [...new Set(states)]);
}

interface Suspension {
  readonly store: Store;
  readonly taskId: string;
  readonly reason: SuspendReason;
  readonly clock: Clock;
  readonly find?: FindLessons;
}

const SUSPEND_TEXTS: Record<SuspendReason, string> = {
  MAX_PIVOTS_EXCEEDED: 'every strategy failed; it needs your decision',
  MAX_TURNS: 'the limit of turns for one task is reached',
  MAX_MINUTES: 'the limit of minutes for one run is reached',
  BUDGET: 'the budget is used up',
  MAX_LOOP_EDGE: 'the planner is in a loop',
  QUESTION: 'the planner has a question for you',
  AGENT_QUESTION: 'the agent has a question for you',
  DOUBTFUL_PASS: 'the verification passed, but that proves nothing',
  LANDING_CONFLICT: 'its verified work conflicts with the workspace',
  REVIEW: 'it waits for your review',
  AGENT_LIMIT: 'the agent used up a limit of its own',
  GAVE_UP: 'the planner gave up',
};

function pausedFor(reason: SuspendReason): Standing {
  return { status: 'PAUSED_FOR_INTERVENTION', stopReason: SUSPEND_TEXTS[reason] };
}

function suspend({ clock, ...request }: Suspension, standing: Standing): void {
  const { store, taskId } = request;
  const { status, stopReason, question } = standing;
  store.transaction(() => {
    const task = requireTask(store, taskId);
    const result = transition(task, { type: 'suspended', status, reason: stopReason });
    if (!result.ok) throw new Error(`${taskId} cannot be suspended: ${result.reason}`);
    writeTask(store, task, result.task);
    const report = buildFailureReport({ ...request, at: clock.now() });
    const withQuestion = question === undefined ? {} : { question };
    store.addReport({ ...report, terminalStatus: status, stopReason, ...withQuestion });
  });
}
