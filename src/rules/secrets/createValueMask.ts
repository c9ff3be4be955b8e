import { MASK, MaskStream } from './maskStream';
import { secretPatterns } from './secretPatterns';
import { ValueMatcher } from './valueMatcher';

/** Masks known values in texts, in every form of `secretPatterns`. Time is linear in the text. */
export interface ValueMask {
  /** False: nothing is known that would have to be masked. */
  readonly isNeeded: boolean;
  /** The text with `mask` (`***` when absent) in place of each value; the same text where there is none. */
  text(text: string, mask?: string): string;
  /** For a text that arrives in pieces. */
  stream(): MaskStream;
  /** For bytes that arrive in pieces, each as a code unit below 256. */
  byteStream(): MaskStream;
}

/** Builds the automata on first use. */
export function createValueMask(values: Iterable<string>): ValueMask {
  const patterns = [...new Set([...values].flatMap(secretPatterns))];
  let ofText: ValueMatcher | undefined;
  let ofBytes: ValueMatcher | undefined;
  const texts = (): ValueMatcher => (ofText ??= new ValueMatcher(patterns));
  const bytes = (): ValueMatcher =>
    (ofBytes ??= patterns.every(isAscii) ? texts() : new ValueMatcher(patterns.map(toBytes)));
  return {
    isNeeded: patterns.length > 0,
    text: (text, mask = MASK) => {
      if (patterns.length === 0) return text;
      const stream = new MaskStream(texts(), mask);
      return stream.write(text) + stream.end();
    },
    stream: () => new MaskStream(texts()),
    byteStream: () => new MaskStream(bytes()),
  };
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** UTF-8, each byte as a code unit. */
function toBytes(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
