import { maskAndKeepEnd } from '../../../text/maskAndCut';
import { toQuote } from '../text/toQuote';

/** Characters at the end of a text that are read. */
const READ = 1_000;
/** Maximum length of the sentence, in characters. */
const MAX_SENTENCE = 160;
const END_OF_SENTENCE = /(?<=[.!?…])\s+(?=["'`(*]{0,2}\p{Lu})|\n\s*/u;
/** A line of data, code or a rule, which is no sentence. */
const NO_SENTENCE = /^[\W_]*$|^\s*[{}[\]<|`]|[{}[\],;]\s*$/;
const LIST_MARK = /^\s*(?:[-*•#>]{1,6}|\d{1,3}[.)])\s+/;

/** Quotes the last sentence of what an agent wrote: one line, secrets masked, never JSON; '' for none. */
export function quoteLastSentence(text: string): string {
  const parts = maskAndKeepEnd(text, READ).split(END_OF_SENTENCE);
  const last = parts.findLast((part) => part.trim() !== '' && !NO_SENTENCE.test(part));
  return last === undefined ? '' : toQuote(last.replace(LIST_MARK, ''), MAX_SENTENCE);
}
