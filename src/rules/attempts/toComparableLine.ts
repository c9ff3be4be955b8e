import { normalise } from '../failure/signature/normalise';
import { oneLine } from '../../text/oneLine';

/** Matches lines that masking would not change; avoids the cost of masking. */
const NOTHING_VARIES =
  /^(?!.*(?:tmp|temp|home|users|root|folders|shm))(?!.*[_-]{3})[\p{L} ,:;()/_-]*[\p{L}:;)][ ][\p{L} .,:;()/_-]*$/iu;

/**
 * Normalises a line for comparison: masks volatile parts, lower-cases, drops closing punctuation.
 */
export function toComparableLine(line: string, isStatement: boolean): string {
  const text = oneLine(line);
  const masked = NOTHING_VARIES.test(text) ? text : normalise(text, '', isStatement);
  return masked.toLowerCase().replace(/[\s.!…]+$/, '');
}
