import type { Hop, InTurnLoop } from '../hops/hop';
import type { JudgeCost, JudgedTurn } from '../judge/judgedTurn';
import type { Actor } from '../workspace/leaseHolder';
import type { InterventionRecord } from './intervention';
import type { Measurement } from '../verification/measurement';
import type { TaskStatus } from '../task/task';
import type { TurnExit, TurnOutcome } from '../turn/turn';

/** How a run ended; `crashed`: its process was killed or failed, and nobody else ended it. */
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
  /** Absent for a turn that nobody ended. */
  readonly durationMs?: number;
  readonly outcome: TurnOutcome;
  readonly reason: string;
  /** Count in the pivot directive that headed it; 0 when none did. */
  readonly pivotDirective: number;
  readonly measurement?: Measurement;
  readonly changedFiles: readonly string[];
  readonly hops: readonly Hop[];
  /** Hops of the turn, those included that are not listed; absent where all are. */
  readonly hopCount?: number;
  readonly inTurnLoop?: InTurnLoop;
  /** What the judge model was asked about it; absent where rules alone decided. */
  readonly judged?: JudgedTurn;
  readonly exit?: TurnExit;
  /** Paths relative to the state directory, with `/`. */
  readonly transcripts: readonly string[];
  /** As `transcripts`: what the turn changed, as a unified diff; absent where nothing is known of it. */
  readonly diff?: string;
}

/** A task as the run left it, with what happened to it in the run. */
export interface RunReportTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  /** Why it stands there; '' for nothing. */
  readonly statusReason: string;
  /** Which loop was proven and why, a sentence each, oldest first. */
  readonly loops: readonly string[];
  /** Pivots that this run issued. */
  readonly pivots: number;
  readonly interventions: readonly InterventionRecord[];
  /** What the human is asked; absent for nothing. */
  readonly question?: string;
}

/** One run: where it ended and why, and everything that proves it (docs/decisions/planner-loops.md, "Run reports"). */
export interface RunReport {
  /** Begins with its start as `YYYY-MM-DDTHH-MM-SS`; a file name on every system. */
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC: for a crash when it was found. */
  readonly endedAt: string;
  /** Who ran it, where that is known. */
  readonly by?: Actor;
  /** What it was asked to run; empty for every task. */
  readonly selection: readonly string[];
  readonly terminalStatus: RunTerminal;
  /** Why it ended, in a sentence; names the loop where one ended it. */
  readonly stopReason: string;
  /** Those that had a turn, an intervention or another status at its end, in the order of `devs.yaml`. */
  readonly tasks: readonly RunReportTask[];
  /** Oldest first. */
  readonly turns: readonly RunReportTurn[];
  readonly hopCount: number;
  /** What asking the judge model took; absent where it was not asked. */
  readonly judge?: JudgeCost;
}

/** What is shown of many runs. */
export type RunReportLine = Pick<
  RunReport,
  'id' | 'startedAt' | 'endedAt' | 'terminalStatus' | 'stopReason' | 'hopCount'
> & { readonly turnCount: number };
