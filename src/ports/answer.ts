/** Result of a human's action; the message is one or two sentences. */
export interface Answer {
  readonly ok: boolean;
  readonly message: string;
}
