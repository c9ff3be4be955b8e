import type { DetectedLoop } from '../task/attempt';
import type { ConfigProblem } from '../config/config';
import type { Hop } from '../hops/hop';
import type { JudgeCost, JudgedTurn } from '../judge/judgedTurn';
import type { RunningSteps, ShownProof } from '../steps/step';
import type { LeaseHolder } from '../workspace/leaseHolder';
import type { Limits } from '../config/limits';
import type { FailureAnalysisReport, StrategyPivot } from '../report/pauseReport';
import type { Edge } from '../hops/roles';
import type { RunStatus } from '../run/runStatus';
import type { TaskStatus } from '../task/task';
import type { InterventionRecord } from '../run/intervention';
import type { Intervention } from '../task/taskEvent';
import type { TurnOutcome } from '../turn/turn';

/** One turn in the chart of a task's turns. */
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
  /** Present when the transcripts of its agents are kept, so that it can be replayed. */
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
  /** Number of them that had been asked before. */
  readonly repeated: number;
}

/** Hops inside the turns of a task; absent where there are none. */
export interface TaskHops {
  /** Empty for a task without roles. */
  readonly edges: readonly EdgeOverview[];
  readonly requests: readonly RequestOverview[];
  /** The running hop of the running turn; absent for none. */
  readonly current: Hop | undefined;
  /** The newest, oldest first, `MAX_SHOWN_HOPS` at most, each with its turn. */
  readonly newest: readonly (Hop & { readonly turn: number })[];
  /** Number of hops of the running or last turn, and the limit of one turn. */
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
  /** Attempts since the count was last reset. */
  readonly attempts: number;
  /** A loop over its attempts that still holds. */
  readonly loop: TaskLoop | undefined;
  /** Blockers that its agent may work around, a line each; absent without that authority. */
  readonly authority: readonly string[] | undefined;
  /** Hops inside its turns; absent where there are none. */
  readonly hops: TaskHops | undefined;
  /** Current activity of the agent in the running turn; absent where its event stream is not read, and between turns. */
  readonly steps: RunningSteps | undefined;
  readonly pivotHistory: readonly StrategyPivot[];
  /** The newest report while the task needs a human because of it. */
  readonly report: FailureAnalysisReport | undefined;
  /** The human's hints that head its prompts. */
  readonly hints: readonly string[];
  /** Interventions, newest first, `MAX_HISTORY` at most. */
  readonly history: readonly InterventionRecord[];
  /** Interventions that apply now; `rewind` and `redo` only where a target exists. */
  readonly interventions: readonly Intervention[];
  /** True when "run this task" can start it. */
  readonly runnable: boolean;
}

/** Everything shown about a workspace, read from files only, so that any process can build it. */
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
  /** Notices on the state, one or two sentences each: a damaged state was replaced, a rewind was interrupted. */
  readonly notices: readonly string[];
}

/** True while the task waits until `waitingUntil` and nothing of it runs. */
export function isWaiting(
  task: TaskOverview,
): task is TaskOverview & { readonly waitingUntil: string } {
  const isOpen = task.status === 'in_progress' || task.status === 'pending';
  return isOpen && task.waitingUntil !== undefined;
}
