const FACTOR = 31;
/** Number of characters that are read at each end of a long line, and between the ends. */
const SAMPLE = 40;

/** Whether only a sample of a text of this length is hashed. */
export function isSampled(length: number): boolean {
  return length > 3 * SAMPLE;
}

/**
 * Hashes the characters from `first` to before `last`, of a long line a sample. Equal for equal
 * texts, different for most others.
 */
export function hashSample(text: string, first: number, last: number): number {
  const length = last - first;
  if (!isSampled(length)) return hashAll(text, first, last, 1, length);
  const head = hashAll(text, first, first + SAMPLE, 1, length);
  const stride = Math.ceil((length - 2 * SAMPLE) / SAMPLE);
  const middle = hashAll(text, first + SAMPLE, last - SAMPLE, stride, head);
  return hashAll(text, last - SAMPLE, last, 1, middle);
}

function hashAll(
  text: string,
  first: number,
  last: number,
  stride: number,
  before: number,
): number {
  let hash = before;
  for (let at = first; at < last; at += stride)
    hash = (Math.imul(hash, FACTOR) + text.charCodeAt(at)) | 0;
  return hash;
}
