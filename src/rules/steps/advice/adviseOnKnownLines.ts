import type { AdvisedLoop } from './advisedLoop';
import { quoteLine, quoteNames } from './quoteWords';

/** Advice for looks that show only known lines: what is known, and what to do instead of looking. */
export function adviseOnKnownLines({ steps = [], answer = '', clues }: AdvisedLoop): string {
  const { files = [] } = clues ?? {};
  if (files.length > 0)
    return `The agent has seen what it needs of ${quoteNames(files)}: it looks at known lines in other ways. A hint that helps: what follows from them, what to change there, or where else to look.`;
  const line = quoteLine(answer === '' ? (steps.at(-1)?.result ?? '') : answer);
  const known = line === '' ? '' : `: ${line}`;
  return `The agent asks in other ways for what it knows${known}. A hint that helps: to take it as given, and what to do next.`;
}
