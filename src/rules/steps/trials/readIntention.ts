/** Characters of a thought that are read. */
export const MAX_SAID = 1_000;

/** Words for changes that should leave the outcome as it is. */
const TIDIES =
  /\b(?:refactor|tid(?:y|ied)|clean(?:er|ing|s)? ?up|simpl(?:ify|er|ified)|readab|rename|extract(?:ed|ing)? (?:a|the|into)|nicer|shorter|behaviou?r (?:stays|unchanged)|same (?:output|behaviou?r|result))/i;
/** Words of who does not see what was wanted. */
const DISSATISFIED =
  /\b(?:should|must|ought|needs?|wants?|wrong|still|again|unchanged|not|no longer|perhaps|maybe|try|instead|expect(?:ed)?|why|odd|strange|ignored)\b|n't\b/i;

/** What an agent says about a change: it only improves the text, or an outcome has to change. */
export type Intention = 'tidies' | 'dissatisfied' | '';

/** Reads from the thought before a change what it is for; '' if it does not say. */
export function readIntention(thought: string): Intention {
  if (thought === '') return '';
  const said = thought.slice(0, MAX_SAID);
  if (TIDIES.test(said)) return 'tidies';
  return DISSATISFIED.test(said) ? 'dissatisfied' : '';
}
