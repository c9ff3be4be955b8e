/** Time and identity come in through here, so that rules and tests never read a real clock. */
export interface Clock {
  now(): Date;
  /** A new unique id: letters, digits and dashes. */
  newId(): string;
}
