import type { InTurnLoop } from '../../model/hops/hop';
import { MAX_LOOP_EDGE, MAX_LOOP_EDGE_VERIFIER } from '../../model/config/limits';
import { MAX_QUERY_TEXT } from '../../model/hops/roleMemory';
import {
  describeEdge,
  EDGES,
  edgeTo,
  WORKING_ROLES,
  type Edge,
  type LoopCounters,
  type WorkingRole,
} from '../../model/hops/roles';
import { CYCLE_REPEATS, findEdgeCycle, LONGEST_CYCLE } from './findEdgeCycle';
import { findEdgeProgress, type EdgeProgress } from './edgeProgress';
import { createInitialState, validateState, type EdgeGuardState } from './edgeGuardState';
import { countHop, resetEdges } from './loopCounters';
import { observe, type Seen } from './observe';
import { keepHeadAndTail, isSameText, type SameQuery } from './sameQuery';

/** Maximum number of hops without progress, per edge. */
export type EdgeLimits = Readonly<Record<Edge, number>>;

/** Verdict on a hop along an edge; `count` includes that hop. */
export type EdgeVerdict =
  | { readonly kind: 'open'; readonly edge: Edge; readonly count: number; readonly limit: number }
  | {
      readonly kind: 'stuck';
      readonly edge: Edge;
      readonly count: number;
      readonly limit: number;
      /** Shown verbatim to humans. */
      readonly message: string;
    };

/** Selects the limits of the edges from all limits. */
export function toEdgeLimits(limits: {
  readonly plannerToResearcher: number;
  readonly plannerToCoder: number;
  readonly plannerToVerifier: number;
}): EdgeLimits {
  return {
    planner_to_researcher: limits.plannerToResearcher,
    planner_to_coder: limits.plannerToCoder,
    planner_to_verifier: limits.plannerToVerifier,
  };
}

/**
 * Checks an edge against its limit; the counters already include the hop, and more than the limit
 * is a loop (docs/decisions/planner-loops.md, §3).
 */
export function checkEdge(counters: LoopCounters, edge: Edge, limits: EdgeLimits): EdgeVerdict {
  const count = counters[edge];
  const limit = limits[edge];
  if (count <= limit) return { kind: 'open', edge, count, limit };
  const message = `Planner detected loop ${describeEdge(edge)} without progress after ${count} hops.`;
  return { kind: 'stuck', edge, count, limit, message };
}

export interface EdgeGuardOptions {
  /** Whole numbers >= 1; defaults are 5, 5 and, for the verifier, 3. Other values throw a RangeError. */
  readonly limits?: Partial<EdgeLimits>;
  /** Compares two queries or requests. Default: `isSameText`. */
  readonly sameQuery?: SameQuery;
  /**
   * False if there is no verification; a new state of the files then counts as progress. Default:
   * true.
   */
  readonly verifiable?: boolean;
  /** Result of an earlier guard's `state()`; anything else throws a TypeError. Default: no hops. */
  readonly state?: EdgeGuardState;
}

/** Observations since the previous hop, and the next hop's request. */
export interface SeenBeforeHop extends Seen {
  /** Request to the role; without it, cycles over several edges are not detected. */
  readonly request?: string | undefined;
}

/** Result of checking a hop. */
export interface HopVerdict {
  /** Includes this hop. */
  readonly counters: LoopCounters;
  readonly verdict: EdgeVerdict;
  readonly progress: EdgeProgress;
  /** The cycle over several edges that this hop completes, if any. */
  readonly cycle?: InTurnLoop;
}

/** Counts a planner's hops and detects loops. */
export interface EdgeGuard {
  readonly loopCounters: LoopCounters;
  /**
   * Call before each hop, with the observations since the previous one. Throws a RangeError for an
   * unknown role.
   */
  hop(next: WorkingRole, seen?: SeenBeforeHop): HopVerdict;
  /** Complete state, JSON-serialisable. */
  state(): EdgeGuardState;
}

/**
 * The counters, the rules of progress, the limits and the cycles of docs/decisions/planner-loops.md
 * combined, usable by any program with a planner. Has no side effects.
 */
export function createEdgeGuard(options: EdgeGuardOptions = {}): EdgeGuard {
  const limits = validateLimits(options.limits ?? {});
  const sameQuery = options.sameQuery ?? isSameText;
  const facts = { verifiable: options.verifiable ?? true, sameQuery };
  let state = options.state === undefined ? createInitialState() : validateState(options.state);
  return {
    get loopCounters() {
      return { ...state.loopCounters };
    },
    state: () => state,
    hop(next, seen = {}) {
      if (!WORKING_ROLES.includes(next)) {
        throw new RangeError(`There is no role "${next}"; there are ${WORKING_ROLES.join(', ')}.`);
      }
      const observed = observe(state.observed, seen);
      const progress = findEdgeProgress(state.observed, observed, facts);
      state = applyHop(state, { next, observed, progress, request: seen.request ?? '' });
      const verdict = checkEdge(state.loopCounters, edgeTo(next), limits);
      const cycle = findEdgeCycle(state.trail, sameQuery);
      const found = cycle === undefined ? {} : { cycle };
      return { counters: { ...state.loopCounters }, verdict, progress, ...found };
    },
  };
}

interface TakenHop {
  readonly next: WorkingRole;
  readonly observed: EdgeGuardState['observed'];
  readonly progress: EdgeProgress;
  readonly request: string;
}

function applyHop(state: EdgeGuardState, hop: TakenHop): EdgeGuardState {
  const { next, observed, progress, request } = hop;
  const hops = state.hops + 1;
  const known = progress.edges.length > 0 ? [] : state.trail;
  const asked = keepHeadAndTail(request, MAX_QUERY_TEXT);
  const trail = asked === '' ? [] : [...known, { at: `1/${hops}`, to: next, request: asked }];
  return {
    hops,
    loopCounters: countHop(resetEdges(state.loopCounters, progress.edges), edgeTo(next)),
    observed,
    trail: trail.slice(-CYCLE_REPEATS * LONGEST_CYCLE),
  };
}

function validateLimits(limits: Partial<EdgeLimits>): EdgeLimits {
  const all = {
    planner_to_researcher: limits.planner_to_researcher ?? MAX_LOOP_EDGE,
    planner_to_coder: limits.planner_to_coder ?? MAX_LOOP_EDGE,
    planner_to_verifier: limits.planner_to_verifier ?? MAX_LOOP_EDGE_VERIFIER,
  };
  const wrong = EDGES.find((edge) => !Number.isSafeInteger(all[edge]) || all[edge] < 1);
  if (wrong === undefined) return all;
  throw new RangeError(`The limit of ${wrong} is ${all[wrong]}; it must be a whole number from 1.`);
}
