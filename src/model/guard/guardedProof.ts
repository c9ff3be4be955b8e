import type { Step, StepVerdict } from '../steps/step';
import type { GuardedLoop, GuardedSession } from './guardedSession';

/** A suspicion or a loop that the guard found at a step of a session. */
export interface GuardFinding {
  readonly verdict: StepVerdict;
  /** The loop, as the session lists it; absent for a suspicion. */
  readonly loop?: GuardedLoop;
  /** The agent was told of the suspicion; absent if not, and for a loop. */
  readonly told?: true;
}

/** All that the guard recorded of a session: what it did, step by step, and what was found and answered. */
export interface GuardedProof {
  readonly session: GuardedSession;
  /** Oldest first; of what was refused there is none. */
  readonly steps: readonly Step[];
  /** Oldest first. */
  readonly findings: readonly GuardFinding[];
}
