/** One thing that varies from run to run, and what stands for it. */
export interface Mask {
  readonly pattern: RegExp;
  /** As `String.replace` takes it; a mark holds no digit, so that masking twice changes nothing. */
  readonly by: string | ((...found: string[]) => string);
  /** What every text has that the pattern matches, as `parseNeeds` takes it. */
  readonly needs: string;
}
