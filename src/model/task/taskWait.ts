/** A task that is retried automatically at a given time. */
export interface TaskWait {
  readonly taskId: string;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** One line for humans. */
  readonly reason: string;
}
