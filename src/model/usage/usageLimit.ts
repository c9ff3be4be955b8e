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
}
