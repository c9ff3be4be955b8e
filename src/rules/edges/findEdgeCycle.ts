import type { InTurnLoop } from '../../model/hops/hop';
import type { TrailHop } from '../../model/hops/roleMemory';
import { isEqualText, type SameQuery } from './sameQuery';

/** How often a block of hops must repeat to be a cycle. */
export const CYCLE_REPEATS = 3;

const SHORTEST = 2;
/** Length in hops of the longest cycle that is searched. */
export const LONGEST_CYCLE = 8;

/**
 * Finds the shortest cycle over several edges that ends with the newest hop: a block of 2 to 8 hops
 * to at least two roles, repeated `repeats` times with the same requests. `same` is called at most
 * once per pair, and only for unequal texts.
 */
export function findEdgeCycle(
  trail: readonly TrailHop[],
  same: SameQuery,
  repeats: number = CYCLE_REPEATS,
): InTurnLoop | undefined {
  const isSame = memoizeComparison(same);
  for (let length = SHORTEST; length <= LONGEST_CYCLE; length += 1) {
    if (length * repeats > trail.length) return undefined;
    const hops = trail.slice(-length * repeats);
    if (isCycle(hops, length, isSame)) return toInTurnLoop(hops, length);
  }
  return undefined;
}

type SameHop = (a: TrailHop, b: TrailHop) => boolean;

function isCycle(hops: readonly TrailHop[], length: number, isSame: SameHop): boolean {
  const block = hops.slice(0, length);
  if (new Set(block.map(({ to }) => to)).size < 2) return false;
  if (!hops.every(({ to }, at) => to === block[at % length]?.to)) return false;
  // Similarity is not transitive: a request that drifts gradually is no repeat.
  return hops.every((hop, at) =>
    counterpartsOf(hops, at, length).every((other) => isSame(other, hop)),
  );
}

/** Hops at the same position of earlier repeats. */
function counterpartsOf(
  hops: readonly TrailHop[],
  at: number,
  length: number,
): readonly TrailHop[] {
  return hops.slice(0, at).filter((_, place) => (at - place) % length === 0);
}

function toInTurnLoop(hops: readonly TrailHop[], length: number): InTurnLoop {
  const path = ['planner', ...hops.slice(0, length).map(({ to }) => to), 'planner'].join('→');
  const turn = turnOf(hops.at(-1));
  return {
    detector: 'edge cycle',
    message: `Planner detected loop ${path} without progress after ${hops.length} hops.`,
    hops: hops.filter((hop) => turnOf(hop) === turn).map(({ at }) => Number(at.split('/').at(-1))),
  };
}

function turnOf(hop: TrailHop | undefined): string {
  return hop?.at.split('/')[0] ?? '';
}

function memoizeComparison(same: SameQuery): SameHop {
  const known = new Map<TrailHop, Map<TrailHop, boolean>>();
  return (a, b) => {
    const ofA = known.get(a) ?? new Map<TrailHop, boolean>();
    known.set(a, ofA);
    const found = ofA.get(b) ?? (isEqualText(a.request, b.request) || same(a.request, b.request));
    ofA.set(b, found);
    return found;
  };
}
