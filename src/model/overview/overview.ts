import type { DetectedLoop } from '../task/attempt';
import type { ConfigProblem } from '../config/config';
import type { Hop } from '../hops/hop';
import type { JudgeCost, JudgedTurn } from '../judge/judgedTurn';
import type { RunningSteps, ShownProof } from '../steps/step';
import type { LeaseHolder } from '../workspace/leaseHolder';
import type { Limits } from '../config/limits';
import type { FailureAnalysisReport, StrategyPivot } from '../reports/pauseReport';
import type { Edge } from '../hops/roles';
import type { RunStatus } from '../run/runStatus';
import type { TaskStatus } from '../task/task';
import type { InterventionRecord } from '../run/intervention';
import type { Intervention } from '../task/taskStatus';
import type { TurnOutcome } from '../turn/turn';

/** One turn in the small picture of a task's turns. */
export interface TurnMark {
  readonly number: number;
  readonly taskId: string;
  readonly outcome: TurnOutcome;
  /** True when a pivot directive headed it. */
  readonly pivot: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly durationMs: number | undefined;
  readonly reason: string;
  readonly failingTests: number | undefined;
  /** Tests that were run, skipped ones aside; absent without counts. */
  readonly testsRun: number | undefined;
  /** Short name of what failed, equal for equal failures; absent when nothing failed. */
  readonly failure: string | undefined;
  /** True when the workspace can be brought back to how it was after this turn. */
  readonly checkpoint: boolean;
  /** Steps of its agent that were a loop and ended it; absent for none. */
  readonly proof?: ShownProof;
  /** What the judge model was asked about it; absent where rules alone decided. */
  readonly judged?: JudgedTurn;
  /** Present when what its agents printed is kept and may show steps, so that it can be replayed. */
  readonly replay?: true;
}

/** A loop over the attempts at a task that still holds. */
export interface TaskLoop extends Pick<
  DetectedLoop,
  'loopType' | 'level' | 'attemptCount' | 'recommendation' | 'message' | 'tasks'
> {
  /** Numbers of the attempts that prove it, oldest first. */
  readonly evidence: readonly number[];
}

/** An edge of the planner, as the graph of a task's hops shows it. */
export interface EdgeOverview {
  readonly edge: Edge;
  /** Hops without progress, the running turn's included. */
  readonly count: number;
  readonly limit: number;
  /** Hops of the turns that are shown, however they ended. */
  readonly total: number;
}

/** Requests of one agent to another one. */
export interface RequestOverview {
  readonly from: string;
  readonly to: string;
  readonly total: number;
  /** Of them those that had been asked before. */
  readonly repeated: number;
}

/** What happens inside the turns of a task: absent where nothing does. */
export interface TaskHops {
  /** Empty for a task without roles. */
  readonly edges: readonly EdgeOverview[];
  readonly requests: readonly RequestOverview[];
  /** Who works right now, of the running turn; absent for nobody. */
  readonly current: Hop | undefined;
  /** The newest, oldest first, `MAX_SHOWN_HOPS` at most, each with its turn. */
  readonly newest: readonly (Hop & { readonly turn: number })[];
  /** Hops of the running turn, or of the last one; the limit of one turn. */
  readonly steps: { readonly count: number; readonly limit: number };
}

/** Hops that an overview lists of one task. */
export const MAX_SHOWN_HOPS = 30;

/** One task as the dashboard and `devs status` show it. */
export interface TaskOverview {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly parent: string | undefined;
  readonly dependsOn: readonly string[];
  /** As in `TaskDefinition`. */
  readonly priority: number;
  readonly agent: string;
  readonly status: TaskStatus;
  readonly statusReason: string;
  readonly unverified: boolean;
  /**
   * ISO 8601, UTC: it waits until then, for the reason that `statusReason` gives: inside its turn, or
   * as a pending task, whether or not anything runs; else absent.
   */
  readonly waitingUntil: string | undefined;
  /** Number of the turn with the best measurement so far; absent when nothing was measured. */
  readonly bestTurn: number | undefined;
  /** Entropy of the counting task: 0 … `limits.loopThreshold`. */
  readonly entropy: number;
  /** Pivots of the counting task: 0 … `limits.maxPivots`. */
  readonly pivots: number;
  /** Newest 60 at most, oldest first. */
  readonly turns: readonly TurnMark[];
  readonly turnCount: number;
  /** What asking the judge model about its turns took, those that are kept; absent where it was never asked. */
  readonly judge?: JudgeCost;
  /** Visits to it since counting began anew. */
  readonly attempts: number;
  /** A loop over its attempts that still holds. */
  readonly loop: TaskLoop | undefined;
  /** Blockers that its agent may work around, a line each; absent without that authority. */
  readonly authority: readonly string[] | undefined;
  /** What happens inside its turns; absent where nothing does. */
  readonly hops: TaskHops | undefined;
  /** What the agent of its running turn does right now; absent where its event stream is not read, and between turns. */
  readonly steps: RunningSteps | undefined;
  readonly pivotHistory: readonly StrategyPivot[];
  /** The newest report while the task needs a human because of it. */
  readonly report: FailureAnalysisReport | undefined;
  /** The human's hints that head its prompts. */
  readonly hints: readonly string[];
  /** What was done to it by humans, newest first, `MAX_HISTORY` at most. */
  readonly history: readonly InterventionRecord[];
  /** What a human can do now; `rewind` and `redo` only where there is something to go back to. */
  readonly interventions: readonly Intervention[];
  /** True when "run this task" can start it. */
  readonly runnable: boolean;
}

/** Everything a human is shown of a workspace, from files alone: any process can build it. */
export interface Overview {
  readonly config:
    | { readonly kind: 'ok' }
    | { readonly kind: 'missing' }
    | { readonly kind: 'invalid'; readonly problems: readonly ConfigProblem[] };
  readonly run: RunStatus;
  readonly holder: LeaseHolder | undefined;
  readonly limits: Limits;
  /** Names of the configured agents, default first. */
  readonly agents: readonly string[];
  readonly tasks: readonly TaskOverview[];
  /** Set when the state cannot be read: what happened and what to do. */
  readonly stateProblem: string | undefined;
  /** What a human should know of the state: a damaged one was replaced, a rewind was cut off; a sentence or two each. */
  readonly notices: readonly string[];
}

/** True while nothing of the task runs because it may go on at `waitingUntil`. */
export function isWaiting(
  task: TaskOverview,
): task is TaskOverview & { readonly waitingUntil: string } {
  const isOpen = task.status === 'in_progress' || task.status === 'pending';
  return isOpen && task.waitingUntil !== undefined;
}
