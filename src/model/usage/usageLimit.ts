/** A usage limit that an agent met. */
export interface UsageLimit {
  /** Name of the agent in `devs.yaml`. */
  readonly agent: string;
  /** ISO 8601, UTC: when the agent may be called again. */
  readonly until: string;
  /** ISO 8601, UTC: when the limit was met. */
  readonly since: string;
  /** The task whose turn met it. */
  readonly taskId: string;
  /**
   * It is at no limit itself: until then it is not called in place of one that is. Why, a clause: its program is missing, it
   * is not logged in.
   */
  readonly unusable?: string;
}

/**
 * Milliseconds that a usage limit lasts at least for another agent to go on meanwhile: a shorter one is waited out, as an
 * agent that takes over begins a session of its own.
 */
export const LONG_LIMIT_MS = 5 * 60_000;

/** Whether another agent may go on until the limit is reset. */
export function isLongLimit({ since, until }: UsageLimit): boolean {
  return Date.parse(until) - Date.parse(since) >= LONG_LIMIT_MS;
}
