/** A blocker that only a human can remove. */
export interface HumanBlocker {
  readonly taskId: string;
  /** The agent's statement, one line. */
  readonly blocker: string;
  /** Why the agent cannot resolve it. */
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
