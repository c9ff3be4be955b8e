import type { Edge, LoopCounters } from '../../model/hops/roles';

/** Adds a hop along the edge to the counters (docs/decisions/planner-loops.md, §1). */
export function countHop(counters: LoopCounters, edge: Edge): LoopCounters {
  return { ...counters, [edge]: counters[edge] + 1 };
}

/** Sets the counters of these edges to 0. */
export function resetEdges(counters: LoopCounters, edges: readonly Edge[]): LoopCounters {
  const zeros = edges.map((edge): [Edge, number] => [edge, 0]);
  return { ...counters, ...Object.fromEntries(zeros) };
}
