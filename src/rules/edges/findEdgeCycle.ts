import type { InTurnLoop } from '../../model/hops/hop';
import type { TrailHop } from '../../model/hops/roleMemory';
import { isEqualText, type SameQuery } from './sameQuery';

/** How often a block of hops must repeat to be a cycle. */
export const CYCLE_REPEATS = 3;

const SHORTEST = 2;
/** Hops of the longest block that is looked for. */
export const LONGEST_CYCLE = 8;

/**
 * The cycle over several edges that the newest hops close: `repeats` repeats of a block of 2 to 8
 * hops to at least two different roles, in which each hop asks the same as its fellows in the other
 * repeats; the shortest such block. `same` is asked only about texts that are not equal, once a pair.
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
  // Alike is not transitive: a request that drifts away little by little is no repeat.
  return hops.every((hop, at) =>
    counterpartsOf(hops, at, length).every((other) => isSame(other, hop)),
  );
}

/** The hops in the same place of the repeats before. */
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
