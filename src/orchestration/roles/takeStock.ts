import { edgeProgress } from '../../detection/edges/edgeProgress';
import { resetEdges } from '../../detection/edges/loopCounters';
import { observe } from '../../detection/edges/observe';
import type { Edge } from '../../domain/roles';
import type { RoleTurn } from './roleTurn';

/** Looks at what came of the last hop; edges on which something is new begin anew and are returned. */
export async function takeStock(turn: RoleTurn): Promise<readonly Edge[]> {
  const { memory, context } = turn;
  turn.snapshot = await context.deps.workspace.snapshot();
  const changedPaths = turn.changedFiles();
  const now = observe(memory.observed, { ...turn.seen, changedPaths, state: turn.state() });
  const isFirstLook = memory.observed.state === '';
  const verifiable = context.plan.task.verify !== undefined;
  const { edges, why } = edgeProgress(memory.observed, now, { verifiable });
  turn.seen = {};
  if (now.bests > memory.observed.bests) turn.tools.ledger.beginAnew();
  turn.memory = { ...memory, observed: now };
  if (isFirstLook || edges.length === 0) return [];
  turn.news = why;
  // What fails otherwise than before shows that the coder gets somewhere; the first failure shows nothing.
  const isOther = edges.includes('planner_to_verifier') && memory.observed.failures.length > 0;
  const anew = isOther ? [...edges, 'planner_to_coder' as const] : edges;
  turn.memory = { ...turn.memory, loopCounters: resetEdges(memory.loopCounters, anew), trail: [] };
  return anew;
}
