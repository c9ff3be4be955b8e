import type { AdvisedLoop } from './advisedLoop';
import { quoteLine, quoteNames } from './quoteWords';

/** Advice for edits after which the outcome stays the same: the cause lies where the agent has not looked. */
export function adviseOnWrongPlace({ answer = '', clues = {} }: AdvisedLoop): string {
  const { unread = [], unedited = [], missing = [] } = clues;
  const outcome = quoteLine(answer);
  const places = [
    ...(unread.length === 0 ? [] : [`${quoteNames(unread)} (named by the failure, never opened)`]),
    ...(unedited.length === 0 ? [] : [`${quoteNames(unedited)} (read, never edited)`]),
    ...(missing.length === 0 ? [] : [`what is missing: ${quoteNames(missing)}`]),
  ];
  const cause = `The edits do not change the outcome${outcome === '' ? '' : ` ${outcome}`}: its cause lies elsewhere.`;
  return places.length === 0
    ? `${cause} A hint that helps: where else to look.`
    : `${cause} Places to look at: ${places.join('; ')}.`;
}
