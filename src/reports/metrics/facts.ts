import type { JudgeCost } from '../../model/judge/judgedTurn';

/** What figures are counted from: something that happened, with what is known of what came of it. */
interface BaseFact {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The task that it counts on. */
  readonly task: string;
  /** Absent where no agent is known. */
  readonly agent: string | undefined;
}

export interface TurnFact extends BaseFact {
  readonly kind: 'turn';
  /** 0 while it runs. */
  readonly durationMs: number;
  /** Without progress, after the proof of a loop. */
  readonly afterProof: boolean;
  /** What asking the judge about it took; absent where it was not asked. */
  readonly judge?: JudgeCost;
}

/** A loop that was proved. */
export interface LoopFact extends BaseFact {
  readonly kind: 'loop';
  /** Detector or pattern that proved it. */
  readonly pattern: string;
}

/** A loop paused a task or made Devs ask a human. */
export interface GateFact extends BaseFact {
  readonly kind: 'gate';
  /** Loops proved since the last intervention. */
  readonly loopsBefore: number;
  /** Turns that the limit would have allowed still, and what they would have taken. */
  readonly savedTurns: number;
  readonly savedMs: number;
  readonly falseAlarm: boolean;
  /** Milliseconds until an intervention; absent if there is none yet. */
  readonly resolutionMs?: number;
}

/** A loop made Devs go on to the next task. */
export interface ForcedFact extends BaseFact {
  readonly kind: 'forced';
  readonly falseAlarm: boolean;
}

export type Fact = TurnFact | LoopFact | GateFact | ForcedFact;
