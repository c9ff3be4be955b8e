import type { SessionState } from '../model/guard/guardedSession';
import type { ShownStep, StepVerdict } from '../model/steps/step';
import type { ActionState } from './actionState';

/** Maximum number of loops of a session that are shown, the newest. */
export const MAX_SHOWN_LOOPS = 3;

/** A session that Devs guards but did not start; all texts in words, of the agent's with any content. */
export interface SessionView {
  /** Names the session among those of the user. */
  readonly key: string;
  /** What a person calls its agent. */
  readonly agent: string;
  readonly status: SessionState['status'];
  /** The status in words. */
  readonly statusWord: string;
  /** Devs stopped it, whether it has ended since or not. */
  readonly isStopped: boolean;
  /** As in `SessionState`. */
  readonly needsYou: boolean;
  /** Where it works below the folder of the dashboard; '' for that folder itself. */
  readonly folder: string;
  /** The newest prompt, one line; '' for none. */
  readonly asked: string;
  /** "step 12: Bash npm test", or "11 steps". */
  readonly now: string;
  /** As in `SessionState`. */
  readonly recent: readonly ShownStep[];
  readonly suspicion?: StepVerdict;
  /** When Devs stopped it, else when its agent was last heard of; ISO 8601, UTC. */
  readonly lastAt: string;
  /** Until when it is snoozed; ISO 8601, UTC; absent if it is not. */
  readonly snoozedUntil?: string;
  /** "Files rewound at 14:38 to before prompt 1."; absent if they were not since its newest prompt. */
  readonly rewound?: string;
  /** Newest first, `MAX_SHOWN_LOOPS` at most. */
  readonly loops: readonly SessionLoopView[];
  /** Number of loops before them. */
  readonly olderLoops: number;
  readonly actions: {
    readonly proof: ActionState;
    /** Absent unless it has ended and its user has to see that Devs stopped it. */
    readonly seen?: ActionState;
    /** Absent if there is nothing that could be called no loop. */
    readonly notALoop?: ActionState;
    readonly rewind: ActionState;
    /** One of the two. */
    readonly snooze?: ActionState;
    readonly wake?: ActionState;
    readonly makeTask: ActionState;
  };
}

/** A loop of a guarded session. */
export interface SessionLoopView {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** "step 67"; '' before any step. */
  readonly place: string;
  /** What was found, and what the agent was answered: a sentence each. */
  readonly message: string;
  readonly answer: string;
  /** What a human can do about it; '' for nothing, or where a newer loop has the same. */
  readonly advice: string;
  readonly isDismissed: boolean;
}

/** What the dashboard of a trusted folder shows of the guard. */
export interface GuardPart {
  /** Sessions of the last day, the newest first; absent for none. */
  readonly sessions?: readonly SessionView[];
}
