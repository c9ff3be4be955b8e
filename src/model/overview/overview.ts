import type { ConfigProblem } from '../config/config';
import type { Hop } from '../hops/hop';
import type { LandedBranch } from '../landing/landing';
import type { ShownLanding } from '../task/landingProgress';
import type { JudgeCost, JudgedTurn } from '../judge/judgedTurn';
import type { AskedPermission } from '../permissions/askedPermission';
import type { AgentQuestion } from '../tools/agentQuestion';
import type { RunningSteps, ShownProof, StepDetectorName } from '../steps/step';
import type { LeaseHolder } from '../workspace/leaseHolder';
import type { WorktreeOwner } from '../workspace/worktreeOwner';
import type { Limits } from '../config/limits';
import type { PausePrediction } from '../report/pausePrediction';
import type { FailureAnalysisReport, StrategyPivot } from '../report/pauseReport';
import type { Edge } from '../hops/roles';
import type { RunStatus } from '../run/runStatus';
import type { TaskLoop } from '../task/provingAttempt';
import type { Spending } from '../usage/spending';
import type { TaskStatus } from '../task/task';
import type { InterventionRecord } from '../run/intervention';
import type { WaitingChange } from '../review/taskReview';
import type { Intervention } from '../task/taskEvent';
import type { TurnOutcome } from '../turn/turn';

/** One turn in the chart of a task's turns. */
export interface TurnMark {
  readonly number: number;
  readonly taskId: string;
  /** The agent that worked in it; absent where one agent worked in all turns of the task. */
  readonly agent?: string;
  readonly outcome: TurnOutcome;
  /** Whether a pivot directive headed it. */
  readonly pivot: boolean;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly durationMs: number | undefined;
  readonly reason: string;
  readonly failingTests: number | undefined;
  /** Number of executed tests, without skipped ones; absent without counts. */
  readonly testsRun: number | undefined;
  /** Short name of the failure, equal for equal failures; absent without a failure. */
  readonly failure: string | undefined;
  /** Whether the workspace can be restored to its state after this turn. */
  readonly checkpoint: boolean;
  /** Steps of its agent that proved a loop and ended it; absent for none. */
  readonly proof?: ShownProof;
  /** Loop in these steps, and whether a human called it no loop; absent for none. */
  readonly finding?: { readonly detector: StepDetectorName; readonly dismissed: boolean };
  /** Result of asking the judge; absent if rules alone decided. */
  readonly judged?: JudgedTurn;
  /** What its calls of agents used so far; absent for turns of earlier versions. */
  readonly spent?: Spending;
  /** Present if the transcripts of its agents are kept, so that it can be replayed. */
  readonly replay?: true;
}

/** An edge of the planner in the graph of a task's hops. */
export interface EdgeOverview {
  readonly edge: Edge;
  /** Hops without progress, the running turn's included. */
  readonly count: number;
  readonly limit: number;
  /** Number of hops in the shown turns, regardless of outcome. */
  readonly total: number;
}

/** Requests from one agent to another. */
export interface RequestOverview {
  readonly from: string;
  readonly to: string;
  readonly total: number;
  /** Number of repeated ones. */
  readonly repeated: number;
}

/** Hops inside the turns of a task; absent for none. */
export interface TaskHops {
  /** Empty for a task without roles. */
  readonly edges: readonly EdgeOverview[];
  readonly requests: readonly RequestOverview[];
  /** The running hop of the running turn; absent for none. */
  readonly current: Hop | undefined;
  /** The newest hops with their turns, oldest first, at most `MAX_SHOWN_HOPS`. */
  readonly newest: readonly (Hop & { readonly turn: number })[];
  /** Number of hops of the running or last turn, and the limit of one turn. */
  readonly steps: { readonly count: number; readonly limit: number };
}

/** Maximum number of hops listed per task. */
export const MAX_SHOWN_HOPS = 30;

/** The tasks that count together. */
export interface TaskFamily {
  /** The counting task: the topmost ancestor. Entropy, pivots and turns are its own and its subtasks'. */
  readonly countsOn: string;
  /** Number of the task's own turns among the kept ones. */
  readonly ownTurns: number;
}
/** The debugger's call since the last intervention in a task. */
export type TaskDebugger = {
  /** Number of the turn after which it is called. */
  readonly turn: number;
} & (
  | { readonly kind: 'due' | 'running' }
  | {
      readonly kind: 'failed';
      /** The agent; '' if none could be called. */
      readonly agent: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'diagnosed';
      readonly agent: string;
      readonly diagnosis: string;
      /** Whether the present strategy tries it. */
      readonly current: boolean;
    }
);

/** One task as the dashboard and `devs status` show it. */
export interface TaskOverview {
  readonly id: string;
  readonly title: string;
  readonly goal: string;
  readonly parent: string | undefined;
  readonly dependsOn: readonly string[];
  /** As in `TaskDefinition`. */
  readonly link?: string;
  /** As in `TaskDefinition`. */
  readonly priority: number;
  /** The agent of its running or next turn; of a finished task, its own. */
  readonly agent: string;
  /** The agent at its usage limit in whose place `agent` works, until that time (ISO 8601, UTC); absent: its own works. */
  readonly standsInFor?: { readonly agent: string; readonly until: string };
  readonly status: TaskStatus;
  readonly statusReason: string;
  readonly unverified: boolean;
  /** How the landing of its verified work stands, while a run works on it; absent while it does not land. */
  readonly landing?: ShownLanding;
  /**
   * ISO 8601, UTC: end of its wait, for the reason in `statusReason`, inside its turn or as a pending task, also
   * without a run; absent if it does not wait.
   */
  readonly waitingUntil: string | undefined;
  /** Number of the turn with the best measurement; absent without measurements. */
  readonly bestTurn: number | undefined;
  /** Entropy of the counting task: 0 … `loopThreshold`. */
  readonly entropy: number;
  /** The loop threshold of its strategy, or of the next one. */
  readonly loopThreshold: number;
  /** Why it differs from `limits.loopThreshold`, as in `TurnThreshold`; absent if it does not. */
  readonly thresholdReason?: string;
  /** How likely it pauses; absent while it has no turn, once it ended, and before enough tasks have finished. */
  readonly prediction?: PausePrediction;
  /** Pivots of the counting task: 0 … `limits.maxPivots`. */
  readonly pivots: number;
  /** Newest 60 at most, oldest first. */
  readonly turns: readonly TurnMark[];
  /** Turns of the counting task, those of its subtasks included. */
  readonly turnCount: number;
  /** Where several tasks count together; absent for a task without parent and subtasks. */
  readonly family?: TaskFamily;
  /** What its turns used so far, those of its subtasks and of the running one included; absent for none. */
  readonly spent?: Spending;
  /** Cost of asking the judge about its kept turns; absent if it was never asked. */
  readonly judge?: JudgeCost;
  /** Attempts since the count was last reset. */
  readonly attempts: number;
  /** A loop over its attempts that still holds. */
  readonly loop: TaskLoop | undefined;
  /** Blockers that its agent may work around, one line each; absent without that authority. */
  readonly authority: readonly string[] | undefined;
  /** Hops inside its turns; absent for none. */
  readonly hops: TaskHops | undefined;
  /** Current activity of the agent in the running turn; absent if its event stream is not read, and between turns. */
  readonly steps: RunningSteps | undefined;
  /**
   * The loop in an agent's steps that ended its last counted turn, with the stage and what follows, a sentence or two;
   * absent for none, after a Resume, and while the task does not go on.
   */
  readonly lastLoop?: string;
  readonly pivotHistory: readonly StrategyPivot[];
  /** Of the counting task; absent for none. */
  readonly debugger?: TaskDebugger;
  /** Its change that waits for a review; absent for none. */
  readonly review?: WaitingChange;
  /** The newest report, while the task needs a human because of it; absent for a block of an earlier version. */
  readonly report: FailureAnalysisReport | undefined;
  /** The human's hints that head its prompts. */
  readonly hints: readonly string[];
  /** Interventions, newest first, `MAX_HISTORY` at most. */
  readonly history: readonly InterventionRecord[];
  /** Interventions that apply now; `rewind` and `redo` only if a target exists. */
  readonly interventions: readonly Intervention[];
  /** Whether "run this task" can start it. */
  readonly runnable: boolean;
  /** Absolute path of the folder in which it works in its worktree; absent if it has none. */
  readonly worktree?: string;
  /** The branch on which its newest work landed; absent if none of it did. */
  readonly branch?: LandedBranch;
}

/** Everything shown about a workspace, read from files only, so that every process can build it. */
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
  /** The command that verifies tasks without their own, as one text; absent: those are not verified. */
  readonly verify?: string;
  readonly tasks: readonly TaskOverview[];
  /** What all turns used so far, those of removed tasks included; absent for none. */
  readonly spent?: Spending;
  /** Set if the state cannot be read: the problem and the remedy. */
  readonly stateProblem: string | undefined;
  /** Whose worktree the folder is, which then has no state; absent for a workspace. */
  readonly worktreeOf?: WorktreeOwner;
  /** Notices on the state, one or two sentences each: a damaged state was replaced, a rewind was interrupted. */
  readonly notices: readonly string[];
}

/** The task's own agent, also while another one stands in for it. */
export function ownAgent({
  agent,
  standsInFor,
}: Pick<TaskOverview, 'agent' | 'standsInFor'>): string {
  return standsInFor?.agent ?? agent;
}

/** Whether the task waits until `waitingUntil` and nothing of it runs. */
export function isWaiting(
  task: TaskOverview,
): task is TaskOverview & { readonly waitingUntil: string } {
  const isOpen = task.status === 'in_progress' || task.status === 'pending';
  return isOpen && task.waitingUntil !== undefined;
}

/** Whether an active run has nothing to do but wait: no task is in progress, and one waits for a time. */
export function isAsleep(tasks: readonly TaskOverview[]): boolean {
  return tasks.every(({ status }) => status !== 'in_progress') && tasks.some(isWaiting);
}

/** The permission requests of a task's agent that wait for a human, oldest first. */
export function listAsked({ steps }: Pick<TaskOverview, 'steps'>): readonly AskedPermission[] {
  return steps?.asks ?? [];
}

/** The questions of a task's agent that wait for a human, oldest first. */
export function listQuestions({ steps }: Pick<TaskOverview, 'steps'>): readonly AgentQuestion[] {
  return (steps?.questions ?? []).filter(({ outcome }) => outcome === undefined);
}

/** Whether a task's agent waits for a human: for a permission or an answer. */
export function asksHuman(task: Pick<TaskOverview, 'steps'>): boolean {
  return listAsked(task).length > 0 || listQuestions(task).length > 0;
}
