import type { EdgeVerdict } from '../../rules/edges/edgeGuard';
import { edgeTo, type PlannerDecision, type WorkingRole } from '../../model/hops/roles';
import { countOnEdge, exitAt, findCycle, type FoundCycle } from './breaker';
import type { PlannedHop } from './plannedHop';
import { runResearcher } from './runResearcher';
import type { RoleEnd } from './roleEnd';
import type { RoleTurn } from './roleTurn';
import { verifyBeforeAccusing, runVerifier } from './runVerifier';
import { requestOf } from './inOneLine';
import { hasEnded } from '../../model/turn/turn';
import { countOf } from '../../text/count';
import { askRole } from './askRole';

/** Runs the hop that the planner chose, unless a breaker stops it; undefined if the turn continues. */
export async function dispatchHop(
  turn: RoleTurn,
  role: WorkingRole,
  decision: PlannerDecision,
): Promise<RoleEnd | undefined> {
  if (!turn.recorder.hasRoom()) return noRoom(turn);
  const request = requestOf(role, decision);
  let verdict = countOnEdge(turn, edgeTo(role));
  let found = findCycle(turn, { role, request });
  const accused = verdict.kind === 'stuck' || found.cycle !== undefined;
  if (accused && !isMeasuring(turn, role)) {
    const ended = await verifyBeforeAccusing(turn, verdict.edge);
    if (ended.kind === 'ended') return ended.end;
    if (ended.kind === 'progress') verdict = countOnEdge(turn, edgeTo(role));
    if (!turn.recorder.hasRoom()) return noRoom(turn);
    found = findCycle(turn, { role, request });
  }
  return await onEdge(turn, { role, request, decision, verdict, found });
}

/**
 * Whether the hop runs the verify command: it measures by itself, so no verification is needed before reporting its
 * loop.
 */
function isMeasuring({ roles }: RoleTurn, role: WorkingRole): boolean {
  return role === 'verifier' && roles.verifier === undefined;
}

interface CountedHop {
  readonly role: WorkingRole;
  readonly request: string;
  readonly decision: PlannerDecision;
  readonly verdict: EdgeVerdict;
  readonly found: FoundCycle;
}

async function onEdge(turn: RoleTurn, counted: CountedHop): Promise<RoleEnd | undefined> {
  const { role, request, decision, verdict } = counted;
  const { cycle, sameAs, trail } = counted.found;
  const { edge: name, count, limit } = verdict;
  const { news, recorder } = turn;
  turn.memory = { ...turn.memory, trail };
  const number = recorder.begin({
    ...{ kind: 'edge', from: 'planner', to: role, reason: decision.reason, request },
    edge: { name, count, limit, ...(isCountedAnew(turn, verdict) && { countedAnew: true }) },
    ...agentFor(turn, role),
    ...(news === '' ? {} : { progress: news }),
    ...(sameAs.length === 0 ? {} : { sameAs }),
  });
  turn.news = '';
  const hop = { number, role, request };
  if (verdict.kind === 'stuck') return exitAt(turn, hop, verdict);
  if (cycle !== undefined) {
    recorder.end(number, { outcome: 'refused', answer: cycle.message });
    return { kind: 'loop', loop: cycle };
  }
  return await work(turn, hop);
}

/** Whether the count of the edge was reset since an earlier hop along it, in this turn or the one before. */
function isCountedAnew({ recorder, context }: RoleTurn, { edge, count }: EdgeVerdict): boolean {
  if (count !== 1) return false;
  const { deps, plan } = context;
  const before = deps.store.listTurns(plan.countsOn, 2).findLast(hasEnded)?.hops ?? [];
  return [...before, ...recorder.hops].some((hop) => hop.edge?.name === edge);
}

function agentFor(turn: RoleTurn, role: WorkingRole): { readonly agent?: string } {
  return isMeasuring(turn, role) ? {} : { agent: turn.context.plan.roleAgents[role].name };
}

async function work(turn: RoleTurn, hop: PlannedHop): Promise<RoleEnd | undefined> {
  switch (hop.role) {
    case 'researcher':
      return await runResearcher(turn, hop);
    case 'coder':
      return await runCoder(turn, hop);
    case 'verifier':
      return await runVerifier(turn, hop);
    default:
      return hop.role satisfies never;
  }
}

function noRoom({ context }: RoleTurn): RoleEnd {
  const { maxSteps } = context.config.limits;
  return {
    kind: 'stopped',
    note: `the limit of ${countOf(maxSteps, 'call')} between agents in one turn (maxSteps) is reached`,
  };
}

/** Runs a hop to the coder. */
async function runCoder(turn: RoleTurn, hop: PlannedHop): Promise<RoleEnd | undefined> {
  const answer = await askRole(turn, hop);
  return answer.ok ? undefined : answer.end;
}
