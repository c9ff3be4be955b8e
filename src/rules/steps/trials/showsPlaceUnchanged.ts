import type { ObservedStep } from '../calls/observedStep';
import { shareOfWords } from '../text/areSimilarCalls';
import { isNumber, toWords, type Words } from '../text/toWords';
import type { Attempt } from './attempt';
import type { KnownEdit } from '../edits/knownEdit';

/** Minimum length of a line by which a place is recognised, in characters. */
const MIN_LINE = 4;
/** Minimum length of a name by which a place is recognised, in characters. */
const MIN_NAME = 4;
/** Minimum share of common words of a line and of what should replace it. */
const MIN_SHARE = 0.5;
/** Lines of a view that are compared with an edit. */
const MAX_LINES = 200;

/**
 * Whether a view shows the place of an attempt without what the attempt should put there: a view of
 * another place proves nothing.
 */
export function showsPlaceUnchanged(
  attempt: Attempt,
  { step, call, result }: Pick<ObservedStep, 'step' | 'call' | 'result'>,
): boolean {
  const { text } = result;
  if (attempt.edits.some((edit) => edit.hasFile))
    return attempt.edits.every((edit) => showsUnchanged(edit, text));
  if (attempt.number === step.number || attempt.isNamedBy(call.args))
    return !attempt.contents.some((each) => each !== '' && text.includes(each));
  // The arguments of the attempt say where it is and what it puts there.
  const here = call.words.sorted.filter(isName);
  const there = attempt.words.sorted.filter(isName);
  const shared = new Set(here.filter((word) => there.includes(word)));
  if (shared.size === 0) return false;
  const shown = text.toLowerCase();
  return (
    attempt.tool !== call.tool || there.some((word) => !shared.has(word) && shown.includes(word))
  );
}

function isName(word: string): boolean {
  return word.length >= MIN_NAME && !/^\d/.test(word);
}

function showsUnchanged(edit: KnownEdit, text: string): boolean {
  const line = edit.mainLine;
  const isShown = line.length >= MIN_LINE && text.includes(line);
  // The text that was put there may be what was there before.
  if (isShown) return edit.edit.target === 'lines' && !edit.isAddition;
  if (edit.removed.some((each) => each.length >= MIN_LINE && text.includes(each))) return true;
  return text.split('\n', MAX_LINES).some((each) => isSimilarLine(toWords(each), edit.words));
}

/** Whether a line has most words in common with an edit, or all its names. */
function isSimilarLine(line: Words, edited: Words): boolean {
  if (shareOfWords(line, edited) >= MIN_SHARE) return true;
  const names = edited.sorted.filter((word) => !isNumber(word));
  return names.length > 1 && names.every((word) => line.sorted.includes(word));
}
