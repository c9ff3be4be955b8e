import type { RuleMatch } from './patterns/externalRule';

/** A line that says an external failure. */
export interface FoundFailure extends RuleMatch {
  /** Index in the lines. */
  readonly at: number;
  readonly line: string;
}
