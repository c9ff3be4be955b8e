const ABBREVIATION = 0.9;
/** Below it, trigrams say that two words share a root by chance (encrypt, decrypt). */
const LEAST_TRIGRAMS = 0.7;
const SHARED_START = 3;

/**
 * How the rest of a word ends that is often cut off: auth|entication, repo|sitory, param|eter. Whole
 * words as the rest make another thing instead: java|script, user|name, data|base.
 */
const DERIVED =
  /(?:[ts]ion|ment|or(?:y|ie)|ar(?:y|ie)|it(?:y|ie)|[ae]nc(?:y|e|ie)|icate|ulate|inate|eter|ator|iable|ure|inal|istic)s?$/;

/** A word in lower case, and its stem. */
export interface Word {
  readonly word: string;
  readonly stem: string;
}

/**
 * How alike two words are (0–1): 1 when their stems are equal; nearly so when one abbreviates the
 * other (auth, authentication); by the character trigrams of their stems (Dice) when those agree
 * and the words begin alike; else 0.
 */
export function wordLikeness(a: Word, b: Word): number {
  if (a.stem === b.stem) return 1;
  if (a.stem.slice(0, SHARED_START) !== b.stem.slice(0, SHARED_START)) return 0;
  if (abbreviates(a.stem, b.word) || abbreviates(b.stem, a.word)) return ABBREVIATION;
  const dice = trigramLikeness(a.stem, b.stem);
  return dice >= LEAST_TRIGRAMS ? dice : 0;
}

function abbreviates(short: string, long: string): boolean {
  if (short.length < SHARED_START || !long.startsWith(short)) return false;
  const rest = long.slice(short.length);
  return rest.length >= SHARED_START && DERIVED.test(rest);
}

function trigramLikeness(a: string, b: string): number {
  const ofA = trigrams(a);
  const ofB = trigrams(b);
  if (ofA.size + ofB.size === 0) return 0;
  const common = [...ofA].filter((trigram) => ofB.has(trigram)).length;
  return (2 * common) / (ofA.size + ofB.size);
}

function trigrams(word: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let start = 0; start + 3 <= word.length; start += 1) found.add(word.slice(start, start + 3));
  return found;
}
