import type { BlockerKind } from './blockerKind';
import type { FailureSignature } from './failure';

/** What can break a loop (decision 68), or resolve a blocker; `resume`: a human's action outside the task. */
export const LOOP_BREAKERS = [
  'pivot',
  'hint',
  'agent_change',
  'unblock_authority',
  'resume',
  'diagnosis',
] as const;
export type LoopBreaker = (typeof LOOP_BREAKERS)[number];

/** How a loop was broken, for the next similar failure. */
export interface Lesson {
  readonly id: string;
  /** The task that was stuck. */
  readonly taskId: string;
  /** ISO 8601, UTC: when the loop was broken, last if more than once. */
  readonly at: string;
  /** The agent that broke the loop. */
  readonly agent: string;
  /** The repeated failure, or the blocker as a failure. */
  readonly failure: FailureSignature;
  /** The kind of blocker that it resolved; absent for a loop of failures. */
  readonly blocker?: BlockerKind;
  readonly brokenBy: LoopBreaker;
  /** What broke the loop: the hint, or the strategy that worked; secrets masked. */
  readonly text: string;
  /** Times that it broke a loop, the first included. */
  readonly helped: number;
  /** ISO 8601, UTC: when a human changed the text; absent when unchanged. */
  readonly editedAt?: string;
}

/** A lesson that fits a failure or a question. */
export interface FoundLesson {
  readonly lesson: Lesson;
  /** 0–1; 1 = the same failure. */
  readonly similarity: number;
}

/** Longest text of a lesson, in characters. */
export const MAX_LESSON_LENGTH = 2_000;
