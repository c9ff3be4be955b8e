import { normalise } from '../failure/signature/normalise';
import { oneLine } from '../../text/oneLine';

/** A line of words and paths in which nothing varies from run to run: masking, which is slow, changes none. */
const NOTHING_VARIES =
  /^(?!.*(?:tmp|temp|home|users|root|folders|shm))(?!.*[_-]{3})[\p{L} ,:;()/_-]*[\p{L}:;)][ ][\p{L} .,:;()/_-]*$/iu;

/** A line as it is compared: what varies from run to run masked, without case and closing dots. */
export function toComparableLine(line: string, isStatement: boolean): string {
  const text = oneLine(line);
  const masked = NOTHING_VARIES.test(text) ? text : normalise(text, '', isStatement);
  return masked.toLowerCase().replace(/[\s.!…]+$/, '');
}
