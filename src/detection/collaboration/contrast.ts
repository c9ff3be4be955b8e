import type { Features, Match } from './matches';
import { OPPOSITES } from './opposites';
import type { Feature } from './requestFeatures';
import { replacedWeight } from './replacedWord';
import { POLAR } from './requestVocabulary';

/** How much of a contrast it is that each of them says something, somewhere, that the other does not. */
const ADDED_BY_BOTH = 0.5;

/**
 * How much (0–1) two requests differ in what the one says instead of the other: other names, another
 * number of negations, other actions, opposites, two words that changed places, another word in the same
 * place. Words that only one of them adds are no contrast, words that each of them adds are half of one.
 */
export function contrastOf(a: Features, b: Features, matches: readonly Match[]): number {
  if (isClearContrast(a, b, matches)) return 1;
  const [leftA, leftB] = [leftOf(a, matches, 'a'), leftOf(b, matches, 'b')];
  return Math.max(replacedWeight(a, b, matches), ADDED_BY_BOTH * Math.min(1, leftA, leftB));
}

/** One says what the other clearly does not: all that `contrastOf` tells of but words that only stand in each other's place. */
export function isClearContrast(a: Features, b: Features, matches: readonly Match[]): boolean {
  return (
    hasOtherNames(a, b, matches) ||
    countNegated(a) !== countNegated(b) ||
    hasOtherNegated(a, b) ||
    hasOtherNegated(b, a) ||
    hasOtherActions(a, b, matches) ||
    hasOpposites(a, b) ||
    hasOtherProperNames(a, b, matches) ||
    hasOtherRoles(a, b) ||
    hasSwapped([...a.keys()], [...b.keys()]) ||
    isExtended(a, b) ||
    isExtended(b, a)
  );
}

/** Both say names (files, numbers, …), but not the same ones: "line 10" is not "lines 10 and 20". */
function hasOtherNames(a: Features, b: Features, matches: readonly Match[]): boolean {
  const [ofA, ofB] = [countNames(a.values()), countNames(b.values())];
  const inA = countNames(matches.flatMap((match) => a.get(match.a) ?? []));
  const inB = countNames(matches.flatMap((match) => b.get(match.b) ?? []));
  return ofA > 0 && ofB > 0 && (inA < ofA || inB < ofB);
}

function countNames(features: Iterable<Feature>): number {
  return [...features].filter(({ isName }) => isName).length;
}

function countNegated(features: Features): number {
  return [...features.values()].filter(({ role, word }) => role === 'not' || POLAR.has(word))
    .length;
}

/** What the one negates the other says without a negation: "keep a, not b" is not "keep b, not a". */
function hasOtherNegated(a: Features, b: Features): boolean {
  const plain = new Set(
    [...b.values()].filter(({ role }) => role !== 'not').map(({ stem }) => stem),
  );
  return [...a.values()].some(
    ({ role, stem }) =>
      role === 'not' && plain.has(stem) && !b.has(`not>${stem}`) && !a.has(`>${stem}`),
  );
}

/** One demands something of which the other does not speak, or each speaks of other actions. */
function hasOtherActions(a: Features, b: Features, matches: readonly Match[]): boolean {
  const isUnheard = (features: Features, side: 'a' | 'b', other: Features): boolean => {
    const known = stemsOf(other);
    const matched = new Set(matches.map((match) => match[side]));
    return [...features].some(
      ([key, { isDemanded, stem }]) => isDemanded && !matched.has(key) && !known.has(stem),
    );
  };
  if (isUnheard(a, 'a', b) || isUnheard(b, 'b', a)) return true;
  const [ofA, ofB] = [actionsOf(a), actionsOf(b)];
  return ofA.size > 0 && ofB.size > 0 && [...ofA].every((stem) => !ofB.has(stem));
}

function actionsOf(features: Features): ReadonlySet<string> {
  return new Set([...features.values()].filter(({ isAction }) => isAction).map(({ stem }) => stem));
}

/** A word of one is the opposite of a word of the other, and neither is said in both. */
function hasOpposites(a: Features, b: Features): boolean {
  const [inA, inB] = [stemsOf(a), stemsOf(b)];
  return [...inA].some((stem) => {
    if (inB.has(stem)) return false;
    return [...(OPPOSITES.get(stem) ?? [])].some((other) => inB.has(other) && !inA.has(other));
  });
}

/** "Windows" is said in one of them, "Android" in the other. */
function hasOtherProperNames(a: Features, b: Features, matches: readonly Match[]): boolean {
  const known = [
    new Set(matches.map((match) => match.a)),
    new Set(matches.map((match) => match.b)),
  ];
  return [a, b].every((features, side) =>
    [...features].some(([key, { isProper }]) => isProper && known[side]?.has(key) !== true),
  );
}

/**
 * The same thing is "before" in one of them and "after" in the other; or what is "to", "from", … in each
 * is not the same one of what both name.
 */
function hasOtherRoles(a: Features, b: Features): boolean {
  if (hasOtherRole(a, b) || hasOtherRole(b, a)) return true;
  const ofB = rolesOf(b, stemsOf(a));
  return [...rolesOf(a, stemsOf(b))].some(([role, stems]) => {
    const others = ofB.get(role);
    return others !== undefined && [...stems].every((stem) => !others.has(stem));
  });
}

function hasOtherRole(a: Features, b: Features): boolean {
  const inB = stemsOf(b);
  return [...a.values()].some(
    ({ stem, role }) =>
      role !== '' && inB.has(stem) && !b.has(`>${stem}`) && !b.has(`${role}>${stem}`),
  );
}

function stemsOf(features: Features): ReadonlySet<string> {
  return new Set([...features.values()].map(({ stem }) => stem));
}

/** What follows "to", "from", …, of the stems that are known. */
function rolesOf(
  features: Features,
  known: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { role, stem } of features.values())
    if (role !== '' && role !== 'not' && known.has(stem))
      found.set(role, (found.get(role) ?? new Set()).add(stem));
  return found;
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

/**
 * The same words in the same order, with another one between them: who says all again and puts a word
 * in means it ("keep only the newest"). What is added before or behind may be a reason.
 */
function isExtended(short: Features, long: Features): boolean {
  const keys = [...long.keys()];
  const said = keys.filter((key) => short.has(key));
  const order = [...short.keys()];
  if (said.length !== order.length || said.some((key, place) => key !== order[place])) return false;
  const within = keys.slice(keys.indexOf(said[0] ?? ''), keys.indexOf(said.at(-1) ?? ''));
  return within.some((key) => !short.has(key) && (long.get(key)?.weight ?? 0) >= 1);
}

/** The weight of all that one of them says and the other does not. */
function leftOf(features: Features, matches: readonly Match[], side: 'a' | 'b'): number {
  const likeness = new Map(matches.map((match) => [match[side], match.likeness]));
  return [...features].reduce(
    (sum, [key, { weight }]) => sum + weight * (1 - (likeness.get(key) ?? 0)),
    0,
  );
}
