import { withoutEscapes } from '../../output/outputLines';
import { hashSkeletonWithNumbers } from './hashSkeleton';
import { toTextKey } from './parseArgs';

/** Number of sampled characters of a text of which only the ends are kept. */
const SAMPLES = 256;

/**
 * Hashes the middle of a text; equal for equal texts. If `isExact`, different for all others;
 * otherwise for most, from a sample of the text.
 */
export function hashMiddle(text: string, isExact: boolean): string | number {
  if (isExact) return toTextKey(text);
  const stride = Math.max(1, Math.floor(text.length / SAMPLES));
  let sum = 0;
  for (let at = 0; at < text.length; at += stride)
    sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}

/** Maximum length of a text that is hashed whole, in characters. */
const MAX_HASHED = 128 * 1024;

/**
 * A long text, kept whole until it is hashed or dropped, to check whether another one differs only
 * in durations.
 */
export class LongText {
  private sum: number | undefined;

  constructor(private text: string | undefined) {
    if (text !== undefined && text.length > MAX_HASHED) this.text = undefined;
  }

  /** Whether both texts differ only in durations; false if one was dropped before it was hashed. */
  isEquivalentTo(other: LongText | undefined): boolean {
    const [a, b] = [this.read(), other?.read()];
    return a !== undefined && a === b;
  }

  forget(): void {
    this.text = undefined;
  }

  private read(): number | undefined {
    if (this.sum === undefined && this.text !== undefined) {
      this.sum = hashSkeletonWithNumbers(withoutEscapes(this.text));
      this.text = undefined;
    }
    return this.sum;
  }
}
