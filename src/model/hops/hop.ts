import type { Refusal } from '../failure/refusal';
import type { Edge } from './roles';
import type { FindingPlace } from '../steps/findingPlace';
import type { LoopClues } from '../steps/loopClues';
import type { ProvingStep, StepDetectorName } from '../steps/step';

/** Maximum number of hops kept per turn; the newest. */
export const MAX_KEPT_HOPS = 100;
/** Maximum length of a hop's texts, in characters. */
export const MAX_HOP_TEXT = 1_000;

/**
 * One call inside a turn, from one worker to another: the planner sends work along an edge, or an agent asks another
 * one (`ASK <agent>: …`). Secrets in texts are masked; texts are truncated to `MAX_HOP_TEXT`.
 */
export interface Hop {
  /** 1, 2, 3 … within its turn. */
  readonly number: number;
  readonly kind: 'edge' | 'request';
  /** A role for an edge, the name of an agent for a request. */
  readonly from: string;
  readonly to: string;
  /** Agent that was called; absent if a command ran or an earlier answer was reused. */
  readonly agent?: string;
  /** Why the planner chose it; '' for a request. */
  readonly reason: string;
  /** The text of the request. */
  readonly request: string;
  readonly outcome: HopOutcome;
  /** The first lines of the answer; '' while it runs. */
  readonly answer: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Milliseconds; absent while it runs. */
  readonly durationMs?: number;
  /** Count of the edge, this hop included; absent for a request. */
  readonly edge?: {
    readonly name: Edge;
    readonly count: number;
    readonly limit: number;
    /** An earlier hop was counted, and the count was reset since; absent otherwise. */
    readonly countedAnew?: true;
  };
  /** Progress since the previous hop that reset edge counts, for humans; absent for none. */
  readonly progress?: string;
  /** Equal earlier requests: numbers of hops of this turn, or "turn/hop" of earlier turns; absent for none. */
  readonly sameAs?: readonly string[];
  /** Name of the transcript in the state folder; '' if none was written. */
  readonly transcript: string;
}

/**
 * `repeated`: answered from the last result because nothing changed. `failed`: the agent failed, or the verification
 * failed. `refused`: the agent could not be asked.
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

/** A loop inside a turn as reports keep it: its last answer, its clues and its places are left out. */
export function toReportedLoop(loop: InTurnLoop): InTurnLoop {
  const { detector, message, edge, hops, steps, advice, refusal, stage, told } = loop;
  return {
    ...{ detector, message, hops },
    ...(edge && { edge }),
    ...(steps && { steps }),
    ...(advice !== undefined && { advice }),
    ...(refusal && { refusal }),
    ...(stage && { stage }),
    ...(told && { told }),
  };
}

/** Number of loops in the steps of agents that end a strategy. */
export const LOOP_STAGES = 2;

/**
 * Place of a loop among those found in the steps of agents during one strategy. At 1 the turn ends and the next prompt
 * states the fact; at 2 the strategy has failed.
 */
export type LoopStage = 1 | typeof LOOP_STAGES;

/** A loop inside a turn: its detector and its evidence. */
export interface InTurnLoop {
  readonly detector: 'edge limit' | 'edge cycle' | 'collaboration loop' | StepDetectorName;
  /** The message, verbatim as shown to humans. */
  readonly message: string;
  /** The edge that reached its limit; absent for the other detectors. */
  readonly edge?: { readonly name: Edge; readonly count: number; readonly limit: number };
  /** Numbers of the proving hops of this turn, oldest first; the message names the turns of earlier hops. */
  readonly hops: readonly number[];
  /** Proving steps of one agent call, oldest first; absent if hops prove it. */
  readonly steps?: readonly ProvingStep[];
  /** How often it happened, >= 1; absent if hops prove it, and in turns of earlier versions. */
  readonly count?: number;
  /** The line of the last proving step's result that says why, secrets masked; absent for none. */
  readonly answer?: string;
  /** What these steps and those before say about the cause; absent for nothing. */
  readonly clues?: LoopClues;
  /** What a human can do about it; set when the turn is recorded, absent if hops prove it. */
  readonly advice?: string;
  /** Refusal of these steps; absent if nothing outside the agent refused them. */
  readonly refusal?: Refusal;
  /** Set when the turn is recorded; absent if hops prove it, and in turns of earlier versions. */
  readonly stage?: LoopStage;
  /** The next prompt of the task states it: nothing else failed the strategy or ended the task. */
  readonly told?: true;
  /** Places of these steps; absent if hops prove it, and for turns of earlier versions. */
  readonly places?: readonly FindingPlace[];
}
