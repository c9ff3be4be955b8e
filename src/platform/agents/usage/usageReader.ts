import type { UsageReport } from '../../../model/usage/usage';

/** Reads from an agent's events what it says that it used; of bounded memory. */
export interface UsageReader {
  /** Reads one line's object, of any shape. Never throws. */
  read(event: object): void;
  /** What was said so far, another object after each change; undefined for nothing. */
  readonly report: UsageReport | undefined;
  /** Whether the agent said it with the end of its turn; absent: that does not show. */
  readonly endsTurn?: boolean;
}
