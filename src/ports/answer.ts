/** The outcome of anything a human asked for; the message is one or two sentences for humans. */
export interface Answer {
  readonly ok: boolean;
  readonly message: string;
}
