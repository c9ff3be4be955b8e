import type { Refusal } from '../failure/refusal';
import type { Edge } from './roles';
import type { ProvingStep, StepDetectorName } from '../steps/step';

/** Hops that are kept of one turn; the newest. */
export const MAX_KEPT_HOPS = 100;
/** Longest texts that are kept of a hop, in characters. */
export const MAX_HOP_TEXT = 1_000;

/**
 * One call inside a turn, from one worker to another: the planner sends work along an edge, or an
 * agent asks another one (`ASK <agent>: …`). Texts have their secrets masked and are cut at
 * `MAX_HOP_TEXT`.
 */
export interface Hop {
  /** 1, 2, 3 … within its turn. */
  readonly number: number;
  readonly kind: 'edge' | 'request';
  /** A role for an edge, the name of an agent for a request. */
  readonly from: string;
  readonly to: string;
  /** Agent that did the work; absent where none did: a command ran, or an earlier answer was given. */
  readonly agent?: string;
  /** Why the planner chose it; '' for a request. */
  readonly reason: string;
  /** What was asked. */
  readonly request: string;
  readonly outcome: HopOutcome;
  /** The first lines of the answer; '' while it runs. */
  readonly answer: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Milliseconds; absent while it runs. */
  readonly durationMs?: number;
  /** Count of the edge, this hop included; absent for a request. */
  readonly edge?: { readonly name: Edge; readonly count: number; readonly limit: number };
  /** Progress since the previous hop that reset edge counts, for humans; absent for none. */
  readonly progress?: string;
  /** Numbers of the hops of this turn, or "turn/hop" of earlier ones, that asked the same; absent for none. */
  readonly sameAs?: readonly string[];
  /** Name of the transcript in the state directory; '' where nothing was written. */
  readonly transcript: string;
}

/**
 * `repeated`: answered from the last result because nothing changed. `failed`: the agent failed,
 * or the verification failed. `refused`: it could not be asked.
 */
export const HOP_OUTCOMES = [
  'running',
  'answered',
  'repeated',
  'passed',
  'failed',
  'refused',
] as const;
export type HopOutcome = (typeof HOP_OUTCOMES)[number];

/** What a loop inside a turn is: which rule found it and what proves it. */
export interface InTurnLoop {
  readonly detector: 'edge limit' | 'edge cycle' | 'collaboration loop' | StepDetectorName;
  /** The message, word for word as shown to humans. */
  readonly message: string;
  /** The edge that reached its limit; absent for the other detectors. */
  readonly edge?: { readonly name: Edge; readonly count: number; readonly limit: number };
  /** Numbers of the hops of the turn that prove it, oldest first; earlier turns' hops are named by their turn. */
  readonly hops: readonly number[];
  /** Steps of one call of an agent that prove it, oldest first; absent where hops do. */
  readonly steps?: readonly ProvingStep[];
  /** What refused these steps; absent where nothing outside the agent refused them. */
  readonly refusal?: Refusal;
}
