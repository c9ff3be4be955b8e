import { findEdgeProgress } from '../../rules/edges/edgeProgress';
import { resetEdges } from '../../rules/edges/loopCounters';
import { observe } from '../../rules/edges/observe';
import type { Edge } from '../../model/hops/roles';
import { failsOtherwise } from './nextRoleMemory';
import type { RoleTurn } from './roleTurn';

/** Inspects the result of the last hop; resets and returns the edges with progress. */
export async function updateEdgeProgress(turn: RoleTurn): Promise<readonly Edge[]> {
  const { memory, context } = turn;
  turn.snapshot = await context.deps.workspace.snapshot();
  const changedPaths = turn.changedFiles();
  const now = observe(memory.observed, { ...turn.seen, changedPaths, state: turn.state() });
  const isFirstObservation = memory.observed.state === '';
  const verifiable = context.plan.task.verify !== undefined;
  const { edges, why } = findEdgeProgress(memory.observed, now, { verifiable });
  turn.seen = {};
  if (now.bests > memory.observed.bests) turn.tools.ledger.reset();
  turn.memory = { ...memory, observed: now };
  if (isFirstObservation || edges.length === 0) return [];
  turn.news = why;
  const isOther = failsOtherwise(memory.observed, edges);
  const resetEdgeNames = isOther ? [...edges, 'planner_to_coder' as const] : edges;
  turn.memory = {
    ...turn.memory,
    loopCounters: resetEdges(memory.loopCounters, resetEdgeNames),
    trail: [],
  };
  return resetEdgeNames;
}
