import { createHash } from 'node:crypto';
import type { FailureSignature } from '../../model/failure/failure';
import type { JudgedMatter } from '../../model/judge/judgedTurn';
import type { Measurement } from '../../model/verification/measurement';

/** One attempt, with the fields that the judge receives. */
export interface JudgedAttempt {
  /** What failed; absent when nothing did. */
  readonly failure?: Pick<FailureSignature, 'exactMessage'> & Partial<FailureSignature>;
  /** How agent and verification ended, in words; absent: not told. */
  readonly ended?: string;
  readonly measurement?: Measurement;
  /** Relative paths that the agent changed. */
  readonly changedFiles?: readonly string[];
  /** What the agent says that it tried, one line. */
  readonly strategy?: string;
  /** Who made it. */
  readonly agent?: string;
  /** ISO 8601, UTC. */
  readonly startedAt?: string;
  /** ISO 8601, UTC. */
  readonly endedAt?: string;
  /** Nothing in the workspace is other than before it. */
  readonly unchanged?: boolean;
}

/** What the judge is asked (docs/decisions/loop-detection-algorithm.md, "evaluate_goal_proximity"). */
export interface JudgeQuestion {
  readonly about: JudgedMatter;
  /** The task's goal: the one text in it that a human wrote. */
  readonly goal: string;
  /** Earlier attempts, oldest first; the newest `MAX_ATTEMPTS` are told. */
  readonly history: readonly JudgedAttempt[];
  /** In a control question: the attempt that was judged, told after all of these. */
  readonly judged?: JudgedAttempt;
  /** The one to judge. */
  readonly current: JudgedAttempt;
}

/** Earlier attempts that are told (docs/decisions/loop-detection-algorithm.md, §3: "last N failures"). */
export const MAX_ATTEMPTS = 10;

/** Names a question: equal for questions that are told in the same words. SHA-256, hex. */
export function hashQuestion(told: string): string {
  return createHash('sha256').update(told).digest('hex');
}
