import type { LoopClues } from '../../../model/steps/loopClues';
import { quoteLine } from '../shown/quoteWords';

/** Advice for an agent that reads while a command still fails. */
export function adviseOnFailing({ call, reason }: NonNullable<LoopClues['failing']>): string {
  const said = quoteLine(reason);
  return `Meanwhile ${call} still fails${said === '' ? '' : `: ${said}`}. Tell the agent in a hint: where this failure comes from, or how to see more of it, such as its whole stack trace.`;
}
