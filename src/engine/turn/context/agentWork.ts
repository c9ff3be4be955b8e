import type { InTurnLoop } from '../../../model/hops/hop';
import type { Measurement } from '../../../model/verification/measurement';
import type { RefusedCalls } from '../../../model/failure/refusal';
import type { RoleMemory } from '../../../model/hops/roleMemory';
import type { TurnExit } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import type { VerificationEnd } from './verificationEnd';

/** What happened between the agents of a turn, besides its reply. */
export interface InsideTurn {
  /** Requests between agents that had been made before: each is one step of entropy (docs/decisions/loop-detection-algorithm.md). */
  readonly rounds: number;
  /** It ended the turn; absent for none. */
  readonly loop?: InTurnLoop;
  /** How the task is to end, unless the turn is a success; absent when it goes on. */
  readonly exit?: TurnExit;
  /** What the roles remember, once the turn counts; absent where no role worked. */
  readonly memory?: RoleMemory;
  /** A verification inside the turn, with the fingerprint that it holds for. */
  readonly verified?: { readonly run: VerificationEnd; readonly state: string };
  /** First measurement of the task, where that verification or one before it made it; absent where it is older, or none. */
  readonly baseline?: Measurement;
  /** What the planner planned last, one line; absent where no planner did. */
  readonly strategy?: string;
  /** Why its work ended where no agent said so, one sentence without a full stop; absent for nothing. */
  readonly note?: string;
  /** What was refused to its agents; [] for nothing. */
  readonly refused: readonly RefusedCalls[];
  /** Files that verifications inside the turn wrote. */
  readonly artefacts: readonly string[];
}

/** One agent worked and asked nobody. */
export const NOTHING_INSIDE: InsideTurn = { rounds: 0, refused: [], artefacts: [] };

/** The work of a turn's agents, before it is verified. */
export interface AgentWork {
  /** What stands for all of them: how the last one ended, and the text whose hash counts. */
  readonly agent: AgentResult;
  readonly inside: InsideTurn;
}
