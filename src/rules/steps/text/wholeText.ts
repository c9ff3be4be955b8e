import { withoutEscapes } from '../../output/outputLines';
import { skeletonWithNumbers } from './skeleton';
import { textKey } from './textKey';

/** Characters that are read all over a text of which only the ends are kept. */
const SAMPLES = 256;

/**
 * Stands for what a text holds between its ends: equal for equal texts. `isExact`: different for all others; else for
 * most of them, without reading the whole.
 */
export function wholeText(text: string, isExact: boolean): string | number {
  if (isExact) return textKey(text);
  const stride = Math.max(1, Math.floor(text.length / SAMPLES));
  let sum = 0;
  for (let at = 0; at < text.length; at += stride)
    sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}

/** Longest text that is read as a whole, in characters. */
const MAX_READ = 128 * 1024;

/** All of a long text, until it is forgotten, to tell whether another one differs only in times that something took. */
export class WholeText {
  private sum: number | undefined;

  constructor(private text: string | undefined) {
    if (text !== undefined && text.length > MAX_READ) this.text = undefined;
  }

  /** False where one of them was forgotten before anybody asked. */
  isLike(other: WholeText | undefined): boolean {
    const [a, b] = [this.read(), other?.read()];
    return a !== undefined && a === b;
  }

  forget(): void {
    this.text = undefined;
  }

  private read(): number | undefined {
    if (this.sum === undefined && this.text !== undefined) {
      this.sum = skeletonWithNumbers(withoutEscapes(this.text));
      this.text = undefined;
    }
    return this.sum;
  }
}
