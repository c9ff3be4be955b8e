/** Result of an action of a human; the message is one or two sentences. */
export interface Answer {
  readonly ok: boolean;
  readonly message: string;
}
