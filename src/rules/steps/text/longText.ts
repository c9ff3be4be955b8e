import { withoutEscapes } from '../../output/outputLines';
import { hashSkeletonWithNumbers } from './hashSkeleton';
import { toTextKey } from './parseArgs';

/** Characters that are read all over a text of which only the ends are kept. */
const SAMPLES = 256;

/**
 * Stands for what a text holds between its ends: equal for equal texts. `isExact`: different for all others; else for
 * most of them, without reading the whole.
 */
export function hashMiddle(text: string, isExact: boolean): string | number {
  if (isExact) return toTextKey(text);
  const stride = Math.max(1, Math.floor(text.length / SAMPLES));
  let sum = 0;
  for (let at = 0; at < text.length; at += stride)
    sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}

/** Longest text that is read as a whole, in characters. */
const MAX_HASHED = 128 * 1024;

/** All of a long text, until it is forgotten, to tell whether another one differs only in times that something took. */
export class LongText {
  private sum: number | undefined;

  constructor(private text: string | undefined) {
    if (text !== undefined && text.length > MAX_HASHED) this.text = undefined;
  }

  /** False where one of them was forgotten before anybody asked. */
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
