import { hasReplacedWord, isClearContrast, type Match } from './contrast';
import { requestFeatures, type Feature, type Features } from './requestFeatures';
import type { SimilarityPart } from './similarityParts';

/** Requests with a similarity above it are the same request (docs/decisions/loop-detection-algorithm.md, §3; 0–1). */
export const SAME_REQUEST = 0.85;

/** Similarity of a word and its abbreviation. */
const ABBREVIATED = 0.9;
const SHORTEST_ABBREVIATION = 3;
/**
 * Endings that abbreviations omit: auth|entication, repo|sitory, param|eter. Excludes remainders that are whole words:
 * java|script, user|name.
 */
const CUT_OFF =
  /(?:[ts]ion|ment|or(?:y|ie)|ar(?:y|ie)|it(?:y|ie)|[ae]nc(?:y|e|ie)|icate|ulate|inate|eter|ator|iable|ure|inal|istic)s?$/;

/** Maximum number of unmatched features that are compared, to bound the run time. */
const MAX_COMPARED = 200;

/** Factor for contrasting requests: "review the payment code", "review the login code". */
const CONTRASTING = 0.75;

/** Minimum cosine at which a replaced word is not a coincidence. */
const SAME_FRAME = 0.4;

/**
 * Similarity (0–1) of two requests by their words: cosine of their word stems, less where the requests
 * contrast (other names, a negation, another demanded action, another word in the same place). 1 for
 * equal texts, 0 when one is empty; symmetric. Reads the first and the last 10,000 characters. `without`
 * omits one part, for measurements.
 */
export function lexicalSimilarity(a: string, b: string, without?: SimilarityPart): number {
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  const { cosine, contrast } = compare(a, b, without);
  return contrast === 'none' ? cosine : cosine * CONTRASTING;
}

/**
 * Classifies two requests by words alone: `same` if similar, `different` if they contrast,
 * undefined if a model must decide.
 */
export function classifyByWords(
  a: string,
  b: string,
  without?: SimilarityPart,
): 'same' | 'different' | undefined {
  if (a === b && a !== '') return 'same';
  const { cosine, contrast } = compare(a, b, without);
  if (contrast === 'none' && cosine > SAME_REQUEST) return 'same';
  if (contrast === 'clear' || a === '' || b === '') return 'different';
  return contrast === 'replaced' && cosine >= SAME_FRAME ? 'different' : undefined;
}

interface Comparison {
  /** 0–1. */
  readonly cosine: number;
  readonly contrast: 'none' | 'replaced' | 'clear';
}

function compare(textA: string, textB: string, without?: SimilarityPart): Comparison {
  const [a, b] = [requestFeatures(textA, without), requestFeatures(textB, without)];
  const matches = matchFeatures(a, b, without);
  const shared = matches.reduce((sum, { similarity }) => sum + similarity, 0);
  const cosine = shared === 0 ? 0 : Math.min(1, shared / Math.sqrt(a.size * b.size));
  if (isClearContrast(a, b, { matches, ...(without && { without }) }))
    return { cosine, contrast: 'clear' };
  const isReplaced = without !== 'replaced words' && hasReplacedWord(a, b, matches);
  return { cosine, contrast: isReplaced ? 'replaced' : 'none' };
}

/** Each feature with at most one of the other request, the most similar first; the same pairs in both directions. */
function matchFeatures(a: Features, b: Features, without?: SimilarityPart): readonly Match[] {
  const matches = [...a.keys()]
    .filter((key) => b.has(key))
    .map((key): Match => ({ a: key, b: key, similarity: 1 }));
  const taken = new Set(matches.map(({ a: key }) => key));
  const open = (features: Features) =>
    [...features].filter(([key]) => !taken.has(key)).slice(0, MAX_COMPARED);
  const openB = open(b);
  const candidates = open(a)
    .flatMap(([keyA, one]) =>
      openB.map(([keyB, other]): Match => {
        return { a: keyA, b: keyB, similarity: featureSimilarity(one, other, without) };
      }),
    )
    .filter(({ similarity }) => similarity > 0)
    .sort((x, y) => y.similarity - x.similarity || compareText(toPairKey(x), toPairKey(y)));
  const [usedA, usedB] = [new Set<string>(), new Set<string>()];
  for (const match of candidates) {
    if (usedA.has(match.a) || usedB.has(match.b)) continue;
    usedA.add(match.a);
    usedB.add(match.b);
    matches.push(match);
  }
  return matches;
}

/** Key of a pair, independent of its order. */
function toPairKey({ a, b }: Match): string {
  return [a, b].sort(compareText).join(' ');
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function featureSimilarity(a: Feature, b: Feature, without?: SimilarityPart): number {
  if ((a.role === 'not') !== (b.role === 'not')) return 0;
  if (a.stem === b.stem) return 1;
  if (a.isName || b.isName || without === 'abbreviations') return 0;
  return abbreviates(a.stem, b.word) || abbreviates(b.stem, a.word) ? ABBREVIATED : 0;
}

function abbreviates(short: string, long: string): boolean {
  if (short.length < SHORTEST_ABBREVIATION || !long.startsWith(short)) return false;
  const rest = long.slice(short.length);
  return rest.length >= SHORTEST_ABBREVIATION && CUT_OFF.test(rest);
}
