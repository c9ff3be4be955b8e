/** Source of time and ids, so that rules and tests never read a real clock. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment, for durations: goes on evenly where somebody sets the time of `now`. */
  elapsed(): number;
  /** Returns a new unique id: letters, digits and dashes. */
  newId(): string;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts; sooner where the time is set forward. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
