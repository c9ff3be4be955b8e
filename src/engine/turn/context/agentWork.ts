import type { InTurnLoop } from '../../../model/hops/hop';
import type { Measurement } from '../../../model/verification/measurement';
import type { RefusedCalls } from '../../../model/failure/refusal';
import type { RoleMemory } from '../../../model/hops/roleMemory';
import type { TurnExit } from '../../../model/turn/turn';
import type { AgentResult } from '../../../ports/agent';
import type { VerificationEnd } from './verificationEnd';

/** Results of a turn's work besides the reply. */
export interface InsideTurn {
  /**
   * Number of repeated requests between agents, each of which raises entropy by one
   * (docs/decisions/loop-detection-algorithm.md).
   */
  readonly rounds: number;
  /** The loop that ended the turn; absent for none. */
  readonly loop?: InTurnLoop;
  /** How the task ends unless the turn is a success; absent if it continues. */
  readonly exit?: TurnExit;
  /** Memory of the roles after this turn, if it counts; absent if no role worked. */
  readonly memory?: RoleMemory;
  /** A verification inside the turn, with the fingerprint that it holds for. */
  readonly verified?: { readonly run: VerificationEnd; readonly state: string };
  /** First measurement of the task, if a verification inside this turn made it; absent otherwise. */
  readonly baseline?: Measurement;
  /** The planner's last plan, one line; absent without a planner. */
  readonly strategy?: string;
  /** Why the work ended without an agent's statement, one sentence without a full stop; absent for none. */
  readonly note?: string;
  /** Refused calls of its agents; [] for none. */
  readonly refused: readonly RefusedCalls[];
  /** Files that verifications inside the turn wrote. */
  readonly artefacts: readonly string[];
}

/** A single agent without requests. */
export const NOTHING_INSIDE: InsideTurn = { rounds: 0, refused: [], artefacts: [] };

/** The work of a turn's agents, before it is verified. */
export interface AgentWork {
  /** Combined result of all agents: the last one's end, and the text whose hash counts. */
  readonly agent: AgentResult;
  readonly inside: InsideTurn;
}
