import type { Feature, Features } from './requestFeatures';
import type { SimilarityPart } from './similarityParts';

/** Keys of two matching features of two requests. */
export interface Match {
  readonly a: string;
  readonly b: string;
  /** 0–1. */
  readonly similarity: number;
}

/** Maximum number of unmatched features that are compared. */
const MAX_COMPARED = 200;

/** Offsets of the neighbours that show that two words have the same position. */
const CONTEXTS = [
  [-2, -1],
  [-1, 1],
  [1, 2],
];

/** Whether two requests differ in names, in negations, in the verb of a demand or in what follows "to", "from", … */
export function isClearContrast(
  a: Features,
  b: Features,
  { matches, without }: { readonly matches: readonly Match[]; readonly without?: SimilarityPart },
): boolean {
  return (
    (without !== 'names' && haveDifferentNames(a, b, matches)) ||
    countNegated(a) !== countNegated(b) ||
    demandsMore(a, b) ||
    demandsMore(b, a) ||
    haveDifferentRoles(a, b)
  );
}

/** Both contain names, and one of these has no match: "line 10" is not "lines 10 and 20". */
function haveDifferentNames(a: Features, b: Features, matches: readonly Match[]): boolean {
  const [inA, inB] = [countNames(a.values()), countNames(b.values())];
  const matched = countNames(matches.flatMap((match) => a.get(match.a) ?? []));
  return inA > 0 && inB > 0 && (matched < inA || matched < inB);
}

function countNames(features: Iterable<Feature>): number {
  return [...features].filter(({ isName }) => isName).length;
}

function countNegated(features: Features): number {
  return [...features.values()].filter(({ role }) => role === 'not').length;
}

/** One demands an action that the other does not mention. */
function demandsMore(a: Features, b: Features): boolean {
  const known = stemsOf(b);
  return [...a.values()].some(({ isDemanded, stem }) => isDemanded && !known.has(stem));
}

/** A word of both has a role in one and another role in the other, or both name different targets for a role. */
function haveDifferentRoles(a: Features, b: Features): boolean {
  if (hasOtherRole(a, b) || hasOtherRole(b, a)) return true;
  const inB = targetsByRole(b, stemsOf(a));
  return [...targetsByRole(a, stemsOf(b))].some(([role, stems]) => {
    const others = inB.get(role);
    return others !== undefined && [...stems].every((stem) => !others.has(stem));
  });
}

function hasOtherRole(a: Features, b: Features): boolean {
  const known = stemsOf(b);
  return [...a.values()].some(
    ({ stem, role }) =>
      role !== '' && known.has(stem) && !b.has(`>${stem}`) && !b.has(`${role}>${stem}`),
  );
}

function targetsByRole(
  features: Features,
  known: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { role, stem } of features.values())
    if (role !== '' && role !== 'not' && known.has(stem))
      found.set(role, (found.get(role) ?? new Set()).add(stem));
  return found;
}

function stemsOf(features: Features): ReadonlySet<string> {
  return new Set([...features.values()].map(({ stem }) => stem));
}

/** Whether an unmatched word of each request has the same neighbours as the other one: "the payment code", "the login code". */
export function hasReplacedWord(a: Features, b: Features, matches: readonly Match[]): boolean {
  const toB = new Map(matches.map((match) => [match.a, match.b]));
  const matchedB = new Set(toB.values());
  const [keysA, keysB] = [[...a.keys()], [...b.keys()]];
  const agree = (placeA: number, placeB: number): boolean => {
    const [one, other] = [keysA[placeA], keysB[placeB]];
    // Both requests begin or end here.
    if (one === undefined || other === undefined) return one === other;
    return toB.get(one) === other;
  };
  const openB = indexesOf(keysB, (key) => !matchedB.has(key));
  return indexesOf(keysA, (key) => !toB.has(key)).some((placeA) =>
    openB.some((placeB) =>
      CONTEXTS.some((context) => context.every((step) => agree(placeA + step, placeB + step))),
    ),
  );
}

function indexesOf(keys: readonly string[], isOpen: (key: string) => boolean): readonly number[] {
  return keys.flatMap((key, place) => (isOpen(key) ? [place] : [])).slice(0, MAX_COMPARED);
}
