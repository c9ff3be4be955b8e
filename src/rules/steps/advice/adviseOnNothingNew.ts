import { nameCall } from '../shown/nameCall';
import { quoteNames } from '../shown/quoteWords';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnFailing } from './adviseOnFailing';

/** Advice for calls that show only what was shown before: what is known, and where the agent can go on. */
export function adviseOnNothingNew({ steps = [], clues = {} }: AdvisedLoop): string {
  const last = steps.at(-1);
  const name = last === undefined ? '' : nameCall({ tool: last.tool, args: last.call });
  const files = quoteNames(clues.files ?? []);
  const known = `${name === '' ? 'These calls show' : `${name} shows`} only what was shown before, and nothing has changed since.`;
  if (clues.failing !== undefined) return `${known} ${adviseOnFailing(clues.failing)}`;
  return files === ''
    ? `${known} Tell the agent in a hint: what follows from it, or where else to look.`
    : `${known} Tell the agent in a hint: what to change in ${files}, or what else to look for.`;
}
