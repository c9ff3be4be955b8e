import { requestFeatures, type Feature } from './requestFeatures';
import { wordLikeness } from './wordLikeness';

/** How alike a word is to itself with "to", "from" … before it in one of the requests, or in both but another. */
const OTHER_ROLE = { one: 0.85, both: 0.5 };

/** Names of the same file, one with its folder. */
const SAME_END = 0.95;

/** Each of them is compared with each of the other request's: more would take too long. */
const MAX_COMPARED = 200;

/**
 * What a whole word takes away that stands in the place of another one: however much else is the
 * same, "review the payment code" is not "review the login code".
 */
const REPLACED = 0.25;

/**
 * Soft cosine similarity (0–1) of two requests by their words alone: weighted word stems, made alike
 * by their prefixes and character trigrams; no model. 1 for equal texts, 0 when one is empty. The
 * same in both directions. Looks at the first and the last 10,000 characters.
 */
export function lexicalSimilarity(a: string, b: string): number {
  if (a === '' || b === '') return 0;
  if (a === b) return 1;
  return similarityOf(requestFeatures(a), requestFeatures(b));
}

type Features = ReadonlyMap<string, Feature>;

interface Match {
  readonly a: string;
  readonly b: string;
  readonly likeness: number;
}

function similarityOf(a: Features, b: Features): number {
  const massA = massOf(a);
  const massB = massOf(b);
  if (massA === 0 || massB === 0) return 0;
  let [shared, leftA, leftB] = [0, massA, massB];
  const matches = bestMatches(a, b);
  for (const { a: keyA, b: keyB, likeness } of matches) {
    const [weightA, weightB] = [a.get(keyA)?.weight ?? 0, b.get(keyB)?.weight ?? 0];
    shared += likeness * Math.sqrt(weightA * weightB);
    leftA -= likeness * weightA;
    leftB -= likeness * weightB;
  }
  const cosine = shared / Math.sqrt(massA * massB);
  const isOther = hasOtherNames(a, b, matches) || hasSwapped([...a.keys()], [...b.keys()]);
  const replaced = isOther ? 1 : Math.max(0, Math.min(1, leftA, leftB));
  return Math.min(1, Math.max(0, cosine * (1 - REPLACED * replaced)));
}

/** Both say names (files, numbers, …), but not the same ones: "line 10" is not "lines 10 and 20". */
function hasOtherNames(a: Features, b: Features, matches: readonly Match[]): boolean {
  const [ofA, ofB] = [countNames(a.values()), countNames(b.values())];
  const common = countNames(matches.flatMap(({ a: key }) => a.get(key) ?? []));
  return ofA > 0 && ofB > 0 && (common < ofA || common < ofB);
}

function countNames(features: Iterable<Feature>): number {
  return [...features].filter(({ isName }) => isName).length;
}

/**
 * The same words, two of them in each other's place with others between: "let the client call the
 * server" is not "let the server call the client". ("Code for authentication" is "authentication code".)
 */
function hasSwapped(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const places = a.flatMap((key, place) => (key === b[place] ? [] : [place]));
  const [first = 0, second = 0, ...others] = places;
  if (others.length > 0 || second - first < 2) return false;
  return a[first] === b[second] && a[second] === b[first];
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
