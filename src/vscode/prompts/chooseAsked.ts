import type { AskedInFolder } from '../folders/askedInFolder';
import { sanitizeLabel } from '../text/sanitizeLabel';
import type { PickOptions, UserInput } from './userInput';

export interface ChooseAskedOptions<T> extends PickOptions {
  /** What is asked, on one line. */
  readonly words: (asked: T) => string;
}

/** The only one, else the one that the user chooses; undefined for none. */
export async function chooseAsked<T>(
  input: Pick<UserInput, 'pickOne'>,
  all: readonly AskedInFolder<T>[],
  { words, ...options }: ChooseAskedOptions<T>,
): Promise<AskedInFolder<T> | undefined> {
  if (all.length < 2) return all[0];
  const choices = all.map((each) => ({
    label: words(each.asked),
    description: sanitizeLabel(each.task.title),
    value: each,
  }));
  return await input.pickOne(choices, options);
}
