import { checkEdge, toEdgeLimits, type EdgeVerdict } from '../../rules/edges/edgeGuard';
import { findEdgeCycle } from '../../rules/edges/findEdgeCycle';
import { countHop } from '../../rules/edges/loopCounters';
import { keepHeadAndTail, isSameText } from '../../rules/edges/sameQuery';
import { MAX_HOP_TEXT, type Hop, type InTurnLoop } from '../../model/hops/hop';
import { MAX_TRAIL, type TrailHop } from '../../model/hops/roleMemory';
import { describeEdge, type Edge } from '../../model/hops/roles';
import type { TurnExit } from '../../model/turn/turn';
import type { PlannedHop } from './plannedHop';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import { inOneLine } from './inOneLine';

type Stuck = EdgeVerdict & { readonly kind: 'stuck' };

/** Counts a hop along an edge and checks its limit (docs/decisions/planner-loops.md, §3). */
export function countOnEdge(turn: RoleTurn, edge: Edge): EdgeVerdict {
  const loopCounters = countHop(turn.memory.loopCounters, edge);
  turn.memory = { ...turn.memory, loopCounters };
  return checkEdge(loopCounters, edge, toEdgeLimits(turn.context.config.limits));
}

/** A new hop on the trail. */
export interface FoundCycle {
  /** The cycle that it completes; undefined for none. */
  readonly cycle: InTurnLoop | undefined;
  /** Earlier hops with the same request. */
  readonly sameAs: readonly string[];
  /** The trail including the hop. */
  readonly trail: readonly TrailHop[];
}

/** Inspects a hop on the trail before it begins. */
export function findCycle(
  turn: RoleTurn,
  { role, request }: Pick<PlannedHop, 'role' | 'request'>,
): FoundCycle {
  const { memory, recorder, context } = turn;
  const inTurn = `${context.plan.number}/`;
  // Plans with equal beginnings may differ at their ends.
  const comparedRequest = keepHeadAndTail(inOneLine(request, MAX_COMPARED), MAX_HOP_TEXT);
  const hop: TrailHop = {
    at: `${inTurn}${recorder.hops.length + 1}`,
    to: role,
    request: comparedRequest,
  };
  const trail = [...memory.trail, hop].slice(-MAX_TRAIL);
  const sameAs = memory.trail
    .filter((each) => each.to === role && isSameText(each.request, comparedRequest))
    .map(({ at }) => (at.startsWith(inTurn) ? at.slice(inTurn.length) : at));
  return { cycle: findEdgeCycle(trail, isSameText), sameAs, trail };
}

/** Ends the turn before a hop beyond the limit, by the task's `onStuck`. */
export function exitAt(turn: RoleTurn, { number }: PlannedHop, verdict: Stuck): RoleEnd {
  const { edge: name, count, limit, message } = verdict;
  turn.recorder.end(number, { outcome: 'refused', answer: message });
  const hops = hopsSince(turn.recorder.hops, name, count);
  const loop: InTurnLoop = { detector: 'edge limit', message, edge: { name, count, limit }, hops };
  const { onStuck } = turn.roles;
  const exit: TurnExit = {
    kind: onStuck,
    by: 'edge limit',
    stopReason: message,
    ...(onStuck === 'ask_human' ? { question: questionOf(turn, verdict) } : {}),
  };
  return { kind: 'exit', exit, loop };
}

/** The hops of this turn along an edge since its count was reset. */
function hopsSince(hops: readonly Hop[], edge: Edge, count: number): readonly number[] {
  return hops
    .filter((hop) => hop.edge?.name === edge)
    .slice(-count)
    .map(({ number }) => number);
}

function questionOf({ recorder }: RoleTurn, { edge, count }: Stuck): string {
  const asked = inOneLine(recorder.hops.at(-1)?.request ?? '', MAX_ASKED);
  return `The planner handed over work ${count} times without progress (${describeEdge(edge)}). Its last request was: "${asked}". What should the planner do instead?`;
}

const MAX_ASKED = 300;
const MAX_COMPARED = 10_000;
