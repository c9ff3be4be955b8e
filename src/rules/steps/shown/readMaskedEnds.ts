import { maskAndCut, maskAndKeepEnd } from '../../../text/maskAndCut';
import { EXCERPT_END } from '../text/toExcerpt';

/** Both ends of a text, secrets masked: half a secret would not be recognised. Takes constant time for any length. */
export function readMaskedEnds(text: string): string {
  const start = maskAndCut(text, EXCERPT_END);
  return start.left === 0 ? start.text : `${start.text}\n${maskAndKeepEnd(text, EXCERPT_END)}`;
}
