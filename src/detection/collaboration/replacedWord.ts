import type { Features, Match } from './matches';

/** Features that nothing corresponds to are compared with at most so many. */
const MAX_COMPARED = 200;

/** Words around a place that show that it is the same place in both requests. */
const CONTEXTS = [
  [-2, -1],
  [-1, 1],
  [1, 2],
];

/** The weight, 1 at most, of a word that stands beside the same word as another one in the other request. */
export function replacedWeight(a: Features, b: Features, matches: readonly Match[]): number {
  const inB = new Map(matches.map((match) => [match.a, match.b]));
  const inA = new Set(matches.map((match) => match.b));
  const [keysA, keysB] = [[...a.keys()], [...b.keys()]];
  const openA = placesWithout(keysA, (key) => inB.has(key));
  const openB = placesWithout(keysB, (key) => inA.has(key));
  const agree = (placeA: number, placeB: number): boolean => {
    const [one, other] = [keysA[placeA], keysB[placeB]];
    // Both begin or end there.
    if (one === undefined || other === undefined) return one === other;
    return inB.get(one) === other;
  };
  const isInPlace = (placeA: number, placeB: number): boolean =>
    CONTEXTS.some((context) => context.every((step) => agree(placeA + step, placeB + step)));
  let replaced = 0;
  for (const placeA of openA)
    for (const placeB of openB)
      if (isInPlace(placeA, placeB)) {
        const weights = [a.get(keysA[placeA] ?? ''), b.get(keysB[placeB] ?? '')];
        replaced = Math.max(replaced, Math.min(1, ...weights.map((one) => one?.weight ?? 0)));
      }
  return replaced;
}

function placesWithout(keys: readonly string[], has: (key: string) => boolean): readonly number[] {
  const places = keys.flatMap((key, place) => (has(key) ? [] : [place]));
  return places.slice(0, MAX_COMPARED);
}
