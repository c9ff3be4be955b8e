/** A pattern of text that varies from run to run, and its replacement. */
export interface Mask {
  readonly pattern: RegExp;
  /** As for `String.replace`; a placeholder contains no digit, so that masking is idempotent. */
  readonly by: string | ((...found: string[]) => string);
  /** What every matching text contains, in the syntax of `parseNeeds`. */
  readonly needs: string;
}
