/** Which change a human decided about. */
export interface SeenChange {
  /** Number of the turn whose change they saw; absent: the one that waits now. */
  readonly turn?: number;
}
