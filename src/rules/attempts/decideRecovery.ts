import type { DetectedLoop } from '../../model/task/attempt';
import type { ContextTopic } from '../../model/task/contextEntry';
import { AUTHORITY_FAILED } from './blockedTaskSpin';
import { plainLine } from './plainLine';
import { escalationText, forceNextText, unblockAuthorityText } from './directives';

/**
 * Recovery action for a loop. `content` is the directive, kept as a context entry under `topic`.
 */
export type Recovery =
  /** The loop is only displayed. */
  | { readonly kind: 'none' }
  /** The task ends and is not attempted again; `done` only if verified. */
  | {
      readonly kind: 'force_next';
      readonly status: 'done' | 'done_partial';
      readonly statusReason: string;
      readonly content: string;
      readonly topic: Extract<ContextTopic, 'loop_recovery'>;
    }
  /** The task's next prompts grant authority over these blockers, until it is withdrawn. */
  | {
      readonly kind: 'unblock_authority';
      readonly content: string;
      readonly topic: Extract<ContextTopic, 'unblock_authority'>;
      readonly blockers: readonly string[];
    }
  /** The task waits for a human. */
  | {
      readonly kind: 'escalate';
      readonly status: 'blocked';
      readonly statusReason: string;
      readonly content: string;
      readonly topic: Extract<ContextTopic, 'loop_escalation'>;
    };

/** Facts that a recovery depends on, beside the loop. */
export interface RecoveryFacts {
  /** The task's last verification passed. */
  readonly verified: boolean;
  /** What resolved blockers of the loop's kinds before. */
  readonly resolvedBefore?: readonly string[];
}

/**
 * Maps a loop to its recovery (docs/decisions/loop-recovery.md, "Automatic Recovery"). Escalates
 * where authority would cover no blocker.
 */
export function decideRecovery(
  loop: DetectedLoop,
  { verified, resolvedBefore = [] }: RecoveryFacts,
): Recovery {
  switch (loop.recommendation) {
    case 'continue':
      return { kind: 'none' };
    case 'force_next':
      return forceNext(loop, verified);
    case 'unblock_authority':
      return loop.blockers.length === 0 ? escalate(loop) : grant(loop, resolvedBefore);
    case 'escalate':
      return escalate(loop);
    default:
      return loop.recommendation satisfies never;
  }
}

function forceNext(loop: DetectedLoop, verified: boolean): Recovery {
  const { taskId, attemptCount } = loop;
  return {
    kind: 'force_next',
    status: verified ? 'done' : 'done_partial',
    statusReason: verified
      ? `a loop ended it after ${attemptCount} attempts; it was verified before`
      : `a loop ended it after ${attemptCount} attempts without progress`,
    content: forceNextText({ taskId, attemptCount, verified }),
    topic: 'loop_recovery',
  };
}

function grant(
  { taskId, blockers, attemptCount }: DetectedLoop,
  resolvedBefore: readonly string[],
): Recovery {
  return {
    kind: 'unblock_authority',
    content: unblockAuthorityText({ taskId, blockers, attemptCount, resolvedBefore }),
    topic: 'unblock_authority',
    blockers,
  };
}

function escalate({ taskId, attemptCount, message, blockers }: DetectedLoop): Recovery {
  const named = blockers.map(plainLine).join('; ');
  return {
    kind: 'escalate',
    status: 'blocked',
    statusReason: message === AUTHORITY_FAILED ? `${message} Blocked by: ${named}` : message,
    content: escalationText({ taskId, attemptCount, reason: message }),
    topic: 'loop_escalation',
  };
}
