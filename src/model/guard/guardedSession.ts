import type { InTurnLoop } from '../hops/hop';
import type { ShownStep, StepVerdict } from '../steps/step';
import type { GuardedAgent } from './guardedAgent';

/** A loop that the guard found in a session. */
export interface GuardedLoop {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Number of the step at which it was found; 0 for rounds without new work before any step. */
  readonly step: number;
  /** Absent for rounds that bring no new work. */
  readonly loop?: InTurnLoop;
  /** What was found, one sentence without a full stop, and what a human can do about it ('' for nothing). */
  readonly message: string;
  readonly advice: string;
  /** What the agent was answered; `shown`: nothing, as the session was snoozed. */
  readonly answer: 'refusal' | 'end' | 'shown';
  /** A human called it no loop. */
  readonly isDismissed?: true;
}

/** Maximum number of loops of a session that are kept; the newest. */
export const MAX_SESSION_LOOPS = 50;

/** State of a session that Devs guards but did not start. */
export interface SessionState {
  /** `stopped`: Devs ended its turn, or refuses its calls, until the next prompt. */
  readonly status: 'working' | 'waiting' | 'stopped' | 'ended';
  /** It ended after Devs had stopped it; absent if not. */
  readonly wasStopped?: true;
  /**
   * Its user has to see that Devs stopped it: until they prompt again, or, where it ended by itself at once, until they
   * look at it or call it no loop; absent if not.
   */
  readonly needsYou?: true;
  /** It waits because its user interrupted it; absent if not. */
  readonly wasInterrupted?: true;
  /** Real path of the folder in which the agent works; '' if unknown. */
  readonly folder: string;
  /** The newest prompt, one line, secrets masked; '' for none. */
  readonly asked: string;
  /** ISO 8601, UTC: of the first record, and of the newest thing that happened in the session. */
  readonly startedAt: string;
  readonly lastAt: string;
  /** Number of ended steps. */
  readonly steps: number;
  /** The newest ended calls, oldest first, `MAX_RECENT_STEPS` at most. */
  readonly recent: readonly ShownStep[];
  /** The newest call that has not ended; absent between calls. */
  readonly current?: Pick<ShownStep, 'tool' | 'call'>;
  readonly suspicion?: StepVerdict;
  /** Oldest first, `MAX_SESSION_LOOPS` at most. */
  readonly loops: readonly GuardedLoop[];
  /** Nothing is answered before it; ISO 8601, UTC; absent if not snoozed. */
  readonly snoozedUntil?: string;
}

/** A guarded session as windows and terminals show it. */
export interface GuardedSession extends SessionState {
  readonly agent: GuardedAgent;
  /** Its id as the agent states it. */
  readonly id: string;
  /** The file in which it is recorded. */
  readonly file: string;
  /** Its files were rewound since its newest prompt: when (ISO 8601, UTC), and to after which turn; absent if not. */
  readonly rewound?: { readonly at: string; readonly toTurn: number };
}
