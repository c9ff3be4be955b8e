import { createHash } from 'node:crypto';
import type { FailureSignature } from '../../model/failure/failure';
import type { JudgedMatter } from '../../model/judge/judgedTurn';
import type { Measurement } from '../../model/verification/measurement';

/** One attempt, with the fields that the judge receives. */
export interface JudgedAttempt {
  /** The failure; absent for none. */
  readonly failure?: Pick<FailureSignature, 'exactMessage'> & Partial<FailureSignature>;
  /** How agent and verification ended, as text; absent if not shown. */
  readonly ended?: string;
  readonly measurement?: Measurement;
  /** Relative paths that the agent changed. */
  readonly changedFiles?: readonly string[];
  /** The agent's description of its strategy, one line. */
  readonly strategy?: string;
  /** Name of the agent. */
  readonly agent?: string;
  /** ISO 8601, UTC. */
  readonly startedAt?: string;
  /** ISO 8601, UTC. */
  readonly endedAt?: string;
  /** The attempt left the workspace unchanged. */
  readonly unchanged?: boolean;
}

/** A question to the judge (docs/decisions/loop-detection-algorithm.md, "evaluate_goal_proximity"). */
export interface JudgeQuestion {
  readonly about: JudgedMatter;
  /** The task's goal: the only text written by a human. */
  readonly goal: string;
  /** Earlier attempts, oldest first; the newest `MAX_ATTEMPTS` are shown. */
  readonly history: readonly JudgedAttempt[];
  /** In a control question: the judged attempt, shown after the history. */
  readonly judged?: JudgedAttempt;
  /** The one to judge. */
  readonly current: JudgedAttempt;
}

/** Maximum number of earlier attempts shown (docs/decisions/loop-detection-algorithm.md, §3: "last N failures"). */
export const MAX_ATTEMPTS = 10;

/** Hash of a question's text, SHA-256 in hex. */
export function hashQuestion(told: string): string {
  return createHash('sha256').update(told).digest('hex');
}
