import type { Edge, LoopCounters } from '../../model/hops/roles';

/** The counters with one more hop along the edge (docs/decisions/planner-loops.md, §1). */
export function countHop(counters: LoopCounters, edge: Edge): LoopCounters {
  return { ...counters, [edge]: counters[edge] + 1 };
}

/** The counters with these edges at 0; the others stand. */
export function resetEdges(counters: LoopCounters, edges: readonly Edge[]): LoopCounters {
  const zeros = edges.map((edge): [Edge, number] => [edge, 0]);
  return { ...counters, ...Object.fromEntries(zeros) };
}
