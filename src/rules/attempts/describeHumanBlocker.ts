/** A blocker that only a human can remove. */
export interface HumanBlocker {
  readonly taskId: string;
  /** What the agent said, one line. */
  readonly blocker: string;
  /** Why it is not for the agent to work around. */
  readonly why: string;
}

/**
 * Builds the status reason and the `context_entries` text of a blocker that only a human can
 * remove.
 */
export function describeHumanBlocker({ taskId, blocker, why }: HumanBlocker): {
  readonly statusReason: string;
  readonly content: string;
} {
  return {
    statusReason: `${blocker} (${why}) — fix this, then resume it`,
    content: [
      `ESCALATION: Task ${taskId} is blocked by [${blocker}].`,
      'Human intervention required.',
      `Reason: ${why}.`,
    ].join('\n'),
  };
}
