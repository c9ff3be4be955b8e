/** The failure that a lesson was learned from, and a later one of the same kind: other names, paths, numbers. */
export interface FailurePair {
  readonly kind: string;
  readonly learned: string;
  readonly later: string;
}

/** A failure that none of the pairs' lessons is about, though much of it may look alike. */
export interface UnrelatedFailure {
  readonly kind: string;
  readonly output: string;
}
