import { contrastOf, isClearContrast } from './contrast';
import type { Features, Match } from './matches';
import { requestFeatures, type Feature } from './requestFeatures';
import { SAME_REQUEST } from './sameRequest';
import { wordLikeness } from './wordLikeness';

/** How alike a word is to itself with "to", "from" … before it in one of the requests, or in both but another. */
const OTHER_ROLE = { one: 0.85, both: 0.5 };

/** Names of the same file, one with its folder. */
const SAME_END = 0.95;

/** Each of them is compared with each of the other request's: more would take too long. */
const MAX_COMPARED = 200;

/**
 * What a contrast takes away: however much else is the same, "review the payment code" is not
 * "review the login code".
 */
const CONTRAST = 0.25;

/** Where so much is the same, another word in the same place is what was meant; where less is, it stands there by chance. */
const SAME_FRAME = 0.4;

/**
 * Soft cosine similarity (0–1) of two requests by their words alone: weighted word stems, made alike
 * by their prefixes and character trigrams; less where they contrast (another word in the same place,
 * other names, a negation). No model. 1 for equal texts, 0 when one is empty. The
 * same in both directions. Looks at the first and the last 10,000 characters.
 */
export function lexicalSimilarity(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  return similarityOf(requestFeatures(a), requestFeatures(b));
}

/**
 * What words alone are sure of: two requests that are alike by them are the same one, two that
 * clearly contrast (another file, a negation, an opposite, another action, another word in the same
 * sentence) are not, however much a model finds them alike. Undefined for the rest.
 */
export function wordsDecide(a: string, b: string): 'same' | 'different' | undefined {
  if (a === b && a !== '') return 'same';
  const [ofA, ofB] = [requestFeatures(a), requestFeatures(b)];
  if (ofA.size === 0 || ofB.size === 0) return 'different';
  const matches = bestMatches(ofA, ofB);
  const cosine = cosineOf(ofA, ofB, matches);
  const contrast = contrastOf(ofA, ofB, matches);
  if (cosine * (1 - CONTRAST * contrast) > SAME_REQUEST) return 'same';
  const isSure = isClearContrast(ofA, ofB, matches) || (contrast === 1 && cosine >= SAME_FRAME);
  return isSure ? 'different' : undefined;
}

function similarityOf(a: Features, b: Features): number {
  const matches = bestMatches(a, b);
  return Math.max(0, cosineOf(a, b, matches) * (1 - CONTRAST * contrastOf(a, b, matches)));
}

function cosineOf(a: Features, b: Features, matches: readonly Match[]): number {
  const massA = massOf(a);
  const massB = massOf(b);
  if (massA === 0 || massB === 0) return 0;
  let shared = 0;
  for (const { a: keyA, b: keyB, likeness } of matches)
    shared += likeness * Math.sqrt((a.get(keyA)?.weight ?? 0) * (b.get(keyB)?.weight ?? 0));
  return Math.min(1, shared / Math.sqrt(massA * massB));
}

function massOf(features: Features): number {
  return [...features.values()].reduce((sum, { weight }) => sum + weight, 0);
}

/** Each feature with at most one of the other request, the most alike first. */
function bestMatches(a: Features, b: Features): readonly Match[] {
  const matches = [...a.keys()]
    .filter((key) => b.has(key))
    .map((key) => ({ a: key, b: key, likeness: 1 }));
  const taken = new Set(matches.map(({ a: key }) => key));
  const open = (features: Features) =>
    [...features].filter(([key]) => !taken.has(key)).slice(0, MAX_COMPARED);
  const openB = open(b);
  const candidates = open(a)
    .flatMap(([keyA, one]) =>
      openB.map(([keyB, other]) => ({ a: keyA, b: keyB, likeness: featureLikeness(one, other) })),
    )
    .filter(({ likeness }) => likeness > 0)
    .sort((x, y) => y.likeness - x.likeness);
  const [usedA, usedB] = [new Set<string>(), new Set<string>()];
  for (const match of candidates) {
    if (usedA.has(match.a) || usedB.has(match.b)) continue;
    usedA.add(match.a);
    usedB.add(match.b);
    matches.push(match);
  }
  return matches;
}

function featureLikeness(a: Feature, b: Feature): number {
  if (a.isName !== b.isName || (a.role === 'not') !== (b.role === 'not')) return 0;
  const words = a.isName ? nameLikeness(a.stem, b.stem) : wordLikeness(a, b);
  if (a.role === b.role) return words;
  return words * (a.role === '' || b.role === '' ? OTHER_ROLE.one : OTHER_ROLE.both);
}

function nameLikeness(a: string, b: string): number {
  if (a === b) return 1;
  return a.endsWith(`/${b}`) || b.endsWith(`/${a}`) ? SAME_END : 0;
}
