import { NO_VERDICT, type Verdict } from '../../model/turn/verdict';

export interface PivotTurn {
  /** Number of this turn. */
  readonly turn: number;
  /** Whether a pivot directive headed it. */
  readonly headedByDirective: boolean;
  /** The reply's hash is one of an abandoned strategy. */
  readonly replyAbandoned: boolean;
  /** A turn of an abandoned strategy ended in this state (never the task's starting state). */
  readonly stateAbandoned: boolean;
  /** The agent left the workspace in a state other than it found it in. */
  readonly stateChanged: boolean;
  /** The task has been in this state before, its start included. */
  readonly stateKnown: boolean;
}

/**
 * Rule 5: the pivot was ignored when the pivot turn repeats an abandoned reply and brings no new
 * workspace state, or when it changes files into a state that an abandoned strategy ended in.
 */
export function assessPivot(turn: PivotTurn): Verdict {
  if (!turn.headedByDirective) return NO_VERDICT;
  if (turn.replyAbandoned && turn.stateKnown) {
    return stuck(turn.turn, 'the reply is one of an abandoned strategy and nothing new was tried');
  }
  if (turn.stateChanged && turn.stateAbandoned) {
    return stuck(turn.turn, 'the edits lead back to where an abandoned strategy had ended');
  }
  return NO_VERDICT;
}

function stuck(turn: number, why: string): Verdict {
  return {
    level: 'stuck',
    detector: 'ignored pivot',
    evidence: [turn],
    message: `The pivot was ignored: ${why}`,
  };
}
