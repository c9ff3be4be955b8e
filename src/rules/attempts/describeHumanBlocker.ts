import type { HumanCause } from './humanCauses';

/** A blocker that only a human can remove. */
export interface HumanBlocker extends HumanCause {
  readonly taskId: string;
  /** The agent's statement, one line. */
  readonly blocker: string;
}

/**
 * Builds the status reason and the `context_entries` text of a blocker that only a human can
 * remove.
 */
export function describeHumanBlocker({ taskId, blocker, why, remedy }: HumanBlocker): {
  readonly statusReason: string;
  readonly content: string;
} {
  return {
    statusReason: `${blocker} (${why}) — ${remedy}`,
    content: [
      `ESCALATION: Task ${taskId} is blocked by [${blocker}].`,
      'Human intervention required.',
      `Reason: ${why}.`,
    ].join('\n'),
  };
}
