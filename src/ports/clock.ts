/** Source of time and ids, so that rules and tests never read a real clock. */
export interface Clock {
  now(): Date;
  /** Returns a new unique id: letters, digits and dashes. */
  newId(): string;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}
