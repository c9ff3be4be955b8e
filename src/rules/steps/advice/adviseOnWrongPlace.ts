import type { LoopClues } from '../../../model/steps/loopClues';
import { quoteLine, quoteNames } from '../shown/quoteWords';
import type { AdvisedLoop } from './advisedLoop';
import { findEditedFiles } from './findFiles';

/** Advice for edits that do not change an outcome: where its cause may lie instead. */
export function adviseOnWrongPlace({ steps = [], answer = '', clues = {} }: AdvisedLoop): string {
  const outcome = quoteLine(answer);
  const files = quoteNames(findEditedFiles(steps).slice(0, 2));
  const cause = `The edits${files === '' ? '' : ` of ${files}`} do not change the outcome${outcome === '' ? '' : ` ${outcome}`}: its cause lies elsewhere.`;
  const places = listPlaces(clues);
  if (places === '' && files === '')
    return `${cause} Tell the agent in a hint: what else may cause this outcome.`;
  return `${cause} ${places === '' ? ELSEWHERE : places}`;
}

const ELSEWHERE =
  'Tell the agent in a hint: which other file causes this, or to print the values at this place before changing it again.';

/** Advice for edits that are made while what runs after them fails as before. */
export function adviseOnFailingEdit(files: string, clues: LoopClues): string {
  const places = listPlaces(clues);
  return `The edit of ${files} is made each time, but what is run after it fails as before: the cause lies elsewhere. ${places === '' ? ELSEWHERE : places}`;
}

/** Places that the run names and that the agent did not look at or edit; '' for none. */
function listPlaces({ unread = [], unedited = [], missing = [] }: LoopClues): string {
  const places = [
    ...(unread.length === 0 ? [] : [`${quoteNames(unread)} (named by the failure, never opened)`]),
    ...(unedited.length === 0 ? [] : [`${quoteNames(unedited)} (read, never edited)`]),
    ...(missing.length === 0 ? [] : [`what is missing: ${quoteNames(missing)}`]),
  ];
  return places.length === 0 ? '' : `Places to look at: ${places.join('; ')}.`;
}
