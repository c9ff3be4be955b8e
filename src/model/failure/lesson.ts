import type { FailureSignature } from './failure';

/** What can break a loop (decision 68). */
export const LOOP_BREAKERS = ['pivot', 'hint', 'agent_change', 'unblock_authority'] as const;
export type LoopBreaker = (typeof LOOP_BREAKERS)[number];

/** How a loop was once broken, for the next time that something fails alike. */
export interface Lesson {
  readonly id: string;
  /** The task that was stuck. */
  readonly taskId: string;
  /** ISO 8601, UTC: when the loop was broken, last if more than once. */
  readonly at: string;
  /** The agent that got through. */
  readonly agent: string;
  /** What it was stuck at. */
  readonly failure: FailureSignature;
  readonly brokenBy: LoopBreaker;
  /** What broke it, in words that help the next time: the hint, or the strategy that worked; secrets masked. */
  readonly text: string;
  /** Times that it broke a loop, the first included. */
  readonly helped: number;
  /** ISO 8601, UTC: when a human changed the text; absent when nobody did. */
  readonly editedAt?: string;
}

/** A lesson that fits a failure or a question. */
export interface FoundLesson {
  readonly lesson: Lesson;
  /** 0–1; 1 = the very same failure. */
  readonly similarity: number;
}

/** Longest text of a lesson, in characters. */
export const MAX_LESSON_LENGTH = 2_000;
