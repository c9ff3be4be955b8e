import type { JudgeCost } from '../../model/judge/judgedTurn';
import type { SpentCall, Spending } from '../../model/usage/spending';
import type { FlakyVerification } from '../../model/verification/flaky';

/** Input of the metrics: an event with its outcome. */
interface BaseFact {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The counting task. */
  readonly task: string;
  /** Undefined if no agent is known. */
  readonly agent: string | undefined;
}

export interface TurnFact extends BaseFact {
  readonly kind: 'turn';
  /** 0 while it runs. */
  readonly durationMs: number;
  /** Without progress, after the proof of a loop. */
  readonly afterProof: boolean;
  /** Cost of asking the judge about it; absent if it was not asked. */
  readonly judge?: JudgeCost;
  /** Its verification ended differently on the same files; absent otherwise. */
  readonly flaky?: FlakyVerification;
  /** What its calls of agents used; absent for turns of earlier versions. `UsageFact` has each call. */
  readonly spent?: Spending;
}

/** A proved loop. */
export interface LoopFact extends BaseFact {
  readonly kind: 'loop';
  /** Detector or pattern that proved it. */
  readonly pattern: string;
}

/** A loop that paused a task or was escalated to a human. */
export interface GateFact extends BaseFact {
  readonly kind: 'gate';
  /** Loops proved since the last intervention. */
  readonly loopsBefore: number;
  /** Turns left of the limit, and their expected duration in milliseconds. */
  readonly savedTurns: number;
  readonly savedMs: number;
  /** Their expected price in billionths of a US dollar; 0 where no price is known. */
  readonly savedNanoUsd: number;
  readonly falseAlarm: boolean;
  /** Milliseconds until an intervention; absent if there is none yet. */
  readonly resolutionMs?: number;
}

/** A loop that forced the next task. */
export interface ForcedFact extends BaseFact {
  readonly kind: 'forced';
  readonly falseAlarm: boolean;
}

/** A loop in the steps of an agent that a human called no loop. */
export interface DismissalFact extends BaseFact {
  readonly kind: 'dismissal';
  readonly detector: string;
}

/** A call of the debugger; `agent` is the debugger. */
export interface DebuggerFact extends BaseFact {
  readonly kind: 'debugger';
  readonly diagnosis: boolean;
  /** The task made progress or was done before its next pause or intervention. */
  readonly helped: boolean;
  readonly durationMs: number;
}

/** A call of an agent. */
export interface UsageFact extends BaseFact {
  readonly kind: 'usage';
  readonly usage: SpentCall;
}

export type Fact =
  | UsageFact
  | TurnFact
  | LoopFact
  | GateFact
  | ForcedFact
  | DismissalFact
  | DebuggerFact;
