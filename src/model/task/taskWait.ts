/** A task that is tried again by itself when a time has come. */
export interface TaskWait {
  readonly taskId: string;
  /** ISO 8601, UTC. */
  readonly until: string;
  /** One line for humans. */
  readonly reason: string;
}
