import type { AgentSession } from '../turn/agentSession';
import type { Hop, InTurnLoop } from '../hops/hop';
import type { JudgeCost, JudgedTurn } from '../judge/judgedTurn';
import type { Actor } from '../workspace/leaseHolder';
import type { InterventionRecord } from './intervention';
import type { AnsweredCalls } from '../permissions/answeredCalls';
import type { Measurement } from '../verification/measurement';
import type { TaskStatus } from '../task/task';
import type { Spending } from '../usage/spending';
import type { TurnExit, TurnOutcome } from '../turn/turn';

/** How a run ended; `crashed`: its process was killed or failed before it recorded an end. */
export const RUN_TERMINALS = [
  'done',
  'done_partial',
  'PAUSED_FOR_INTERVENTION',
  'aborted_stuck',
  'blocked',
  'waiting',
  'stopped',
  'cancelled',
  'crashed',
] as const;
export type RunTerminal = (typeof RUN_TERMINALS)[number];

/** One turn of a run. */
export interface RunReportTurn {
  readonly taskId: string;
  /** As in `Turn`. */
  readonly number: number;
  readonly agent: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Absent for a turn without a recorded end. */
  readonly durationMs?: number;
  readonly outcome: TurnOutcome;
  readonly reason: string;
  /** Count in the pivot directive that headed it; 0 without one. */
  readonly pivotDirective: number;
  readonly measurement?: Measurement;
  readonly changedFiles: readonly string[];
  readonly hops: readonly Hop[];
  /** Number of all hops of the turn; absent if all are listed. */
  readonly hopCount?: number;
  readonly inTurnLoop?: InTurnLoop;
  /** Result of asking the judge; absent if rules alone decided. */
  readonly judged?: JudgedTurn;
  readonly exit?: TurnExit;
  /** The session of its agent; absent if the agent names none. */
  readonly session?: AgentSession;
  /** Paths relative to the state directory, with `/`. */
  readonly transcripts: readonly string[];
  /** As `transcripts`: the turn's changes as a unified diff; absent if unknown. */
  readonly diff?: string;
}

/** A call of the debugger in a run. */
export interface RunDebuggerCall {
  /** One sentence: who was asked after which turn, and the answer. */
  readonly summary: string;
  /** '' for none. */
  readonly diagnosis: string;
}

/** A task at the end of a run, with its events in the run. */
export interface RunReportTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  /** Reason of its status; '' for none. */
  readonly statusReason: string;
  /** Proved loops with their reasons, one sentence each, oldest first. */
  readonly loops: readonly string[];
  /** Number of pivots issued in this run. */
  readonly pivots: number;
  /** Those of humans, and the rewinds that Devs made at pivots; oldest first. */
  readonly interventions: readonly InterventionRecord[];
  /** Pivots at which its files stayed as they were and why, one clause each; absent for none. */
  readonly filesAtPivots?: readonly string[];
  /** Calls of the debugger in this run, oldest first; absent for none. */
  readonly debugger?: readonly RunDebuggerCall[];
  /** What its agents asked permission for in this run, refused first; absent for none. */
  readonly permissions?: readonly AnsweredCalls[];
  /** Question to the human; absent for none. */
  readonly question?: string;
}

/** One run: how and why it ended, with the evidence (docs/decisions/planner-loops.md, "Run reports"). */
export interface RunReport {
  /** Begins with the start time as `YYYY-MM-DDTHH-MM-SS`; valid as a file name on every system. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC; for a crash the time when it was found. */
  readonly endedAt: string;
  /** The process that ran it, if known. */
  readonly by?: Actor;
  /** Requested tasks; empty for all. */
  readonly selection: readonly string[];
  readonly terminalStatus: RunTerminal;
  /** Why it ended, one sentence; names the loop that ended it, if any. */
  readonly stopReason: string;
  /** Tasks with a turn, an intervention or another status at the end, in the order of `devs.yaml`. */
  readonly tasks: readonly RunReportTask[];
  /** Oldest first. */
  readonly turns: readonly RunReportTurn[];
  readonly hopCount: number;
  /** Cost of asking the judge; absent if it was not asked. */
  readonly judge?: JudgeCost;
  /** What its calls of agents used; absent for none, and in reports of earlier versions. */
  readonly spent?: Spending;
}

/** The fields of a run in a list of runs. */
export type RunReportLine = Pick<
  RunReport,
  'id' | 'startedAt' | 'endedAt' | 'terminalStatus' | 'stopReason' | 'hopCount'
> & { readonly turnCount: number };
