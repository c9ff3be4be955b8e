/** A verification that ended differently twice on the same files (design §9). */
export interface FlakyVerification {
  /** Ids of the tests with two results; empty where the runner names none. */
  readonly tests: readonly string[];
}
