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
