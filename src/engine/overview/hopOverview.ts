import type { DevsConfig } from '../../model/config/config';
import type { Hop } from '../../model/hops/hop';
import type { Limits } from '../../model/config/limits';
import {
  MAX_SHOWN_HOPS,
  type EdgeOverview,
  type RequestOverview,
  type TaskHops,
} from '../../model/overview/overview';
import {
  edgeTo,
  NO_HOPS,
  WORKING_ROLES,
  type Edge,
  type LoopCounters,
  type WorkingRole,
} from '../../model/hops/roles';
import type { TaskDefinition, TaskRecord } from '../../model/task/task';
import { needsHuman } from '../../model/task/taskStatus';
import { hasEnded } from '../../model/turn/turn';
import type { StoreReader, TurnSummary } from '../../ports/store';
import { truncate } from '../../text/truncate';

/** Turns whose steps are looked through; the newest. */
const MAX_LISTED_TURNS = 3;
/** Most tasks whose ended turns are read: reading takes time, and few of them are displayed. */
const MAX_READ_TASKS = 100;
/** Longest text of a step in an overview, in characters; the turn has more, its transcript all. */
const MAX_SHOWN_TEXT = 300;

const LIMIT_OF = {
  planner_to_researcher: 'plannerToResearcher',
  planner_to_coder: 'plannerToCoder',
  planner_to_verifier: 'plannerToVerifier',
} as const satisfies Record<Edge, keyof Limits>;

/** Facts of a task whose steps are shown. */
export interface HopSources {
  readonly task: TaskDefinition;
  readonly config: Pick<DevsConfig, 'limits'>;
  readonly store: Pick<StoreReader, 'listHops' | 'listTurns'>;
  /** The task that its turns count on, and those turns, oldest first. */
  readonly root: TaskRecord | undefined;
  readonly turns: readonly TurnSummary[];
  /** False if running turns were interrupted. */
  readonly running: boolean;
  /** False: no ended turn is read. */
  readonly reads: boolean;
}

interface CountingTasks {
  readonly records: ReadonlyMap<string, TaskRecord>;
  /** By the task that they count on, oldest first. */
  readonly turns: ReadonlyMap<string, readonly TurnSummary[]>;
}

/** The tasks whose steps are shown, by the counting task: running, needing the user, else worked on last. */
export function tasksWithSteps({ records, turns }: CountingTasks): ReadonlySet<string> {
  const found = [...turns].filter(([, all]) => all.slice(-MAX_LISTED_TURNS).some(hasSteps));
  if (found.length <= MAX_READ_TASKS) return new Set(found.map(([id]) => id));
  const ranked = found.map(([id, all]) => {
    const status = records.get(id)?.status ?? 'pending';
    const first = status === 'in_progress' || needsHuman(status) ? '1' : '0';
    return { id, rank: `${first} ${all.at(-1)?.startedAt ?? ''}` };
  });
  ranked.sort((one, other) => (one.rank < other.rank ? 1 : one.rank > other.rank ? -1 : 0));
  return new Set(ranked.slice(0, MAX_READ_TASKS).map(({ id }) => id));
}

function hasSteps({ hopCount = 0 }: TurnSummary): boolean {
  return hopCount > 0;
}

type TurnHop = Hop & { readonly turn: number };

interface Steps {
  /** Of the newest turns, oldest first. */
  readonly shown: readonly TurnHop[];
  /** Of the running turn, or of an interrupted one. */
  readonly live: readonly Hop[];
}

/** Hops and steps inside the turns of a task; undefined for none: then no turn is read. */
export function hopOverview(sources: HopSources): TaskHops | undefined {
  const steps = stepsOf(sources);
  const counters = countersOf(sources, steps);
  if (steps.shown.length === 0 && counters === undefined) return undefined;
  const { config, running, turns } = sources;
  const newest = turns.at(-1);
  const count = newest?.outcome === 'running' ? steps.live.length : (newest?.hopCount ?? 0);
  return {
    edges: edgesOf(sources, steps.shown, counters ?? NO_HOPS),
    requests: requestsOf(steps.shown),
    current: running ? shortened(steps.live.findLast(isAtWork)) : undefined,
    newest: steps.shown.slice(-MAX_SHOWN_HOPS).map(shortened),
    steps: { count, limit: config.limits.maxSteps },
  };
}

function stepsOf({ store, turns, reads }: HopSources): Steps {
  const newest = turns.slice(-MAX_LISTED_TURNS);
  const last = newest.at(-1);
  const live = last?.outcome === 'running' ? store.listHops(last.id) : [];
  const ended =
    reads && newest.some(hasSteps)
      ? store.listTurns(last?.countsOn ?? '', MAX_LISTED_TURNS).filter(hasEnded)
      : [];
  const shown = ended.flatMap(({ number, hops = [] }) => hops.map((hop) => ofTurn(hop, number)));
  return { live, shown: [...shown, ...live.map((hop) => ofTurn(hop, last?.number ?? 0))] };
}

/** Counts from the roles' memory, replaced by newer ones of the running turn; undefined for none. */
function countersOf({ root }: HopSources, { live }: Steps): LoopCounters | undefined {
  const memory = root?.roleMemory;
  const kept = memory?.strategy === root?.strategyNumber ? memory?.loopCounters : undefined;
  const taken = live.flatMap(({ edge }) => (edge === undefined ? [] : [[edge.name, edge.count]]));
  if (kept === undefined && taken.length === 0) return undefined;
  return { ...NO_HOPS, ...kept, ...(Object.fromEntries(taken) as Partial<LoopCounters>) };
}

/** Those that the task's roles have, and those that were taken. */
function edgesOf(
  { task, config }: HopSources,
  shown: readonly TurnHop[],
  counters: LoopCounters,
): readonly EdgeOverview[] {
  return WORKING_ROLES.flatMap((role) => {
    const edge = edgeTo(role);
    const total = shown.filter((hop) => hop.edge?.name === edge).length;
    const count = counters[edge];
    const shows = total + count > 0 || hasRole(task, role);
    return shows ? [{ edge, count, limit: config.limits[LIMIT_OF[edge]], total }] : [];
  });
}

function hasRole({ roles, verify }: TaskDefinition, role: WorkingRole): boolean {
  if (roles === undefined) return false;
  return role === 'verifier'
    ? roles.verifier !== undefined || verify !== undefined
    : roles[role] !== undefined;
}

function requestsOf(shown: readonly TurnHop[]): readonly RequestOverview[] {
  const found = new Map<string, RequestOverview>();
  for (const { kind, from, to, sameAs = [], outcome } of shown) {
    if (kind !== 'request') continue;
    const key = JSON.stringify([from, to]);
    const { total, repeated } = found.get(key) ?? { total: 0, repeated: 0 };
    const again = sameAs.length > 0 || outcome === 'repeated' ? 1 : 0;
    found.set(key, { from, to, total: total + 1, repeated: repeated + again });
  }
  return [...found.values()];
}

function isAtWork({ outcome }: Hop): boolean {
  return outcome === 'running';
}

function ofTurn(hop: Hop, turn: number): TurnHop {
  return { ...hop, turn };
}

function shortened<T extends Hop | undefined>(hop: T): T {
  if (hop === undefined) return hop;
  const { reason, request, answer } = hop;
  return { ...hop, reason: shown(reason), request: shown(request), answer: shown(answer) };
}

function shown(text: string): string {
  return truncate(text, MAX_SHOWN_TEXT);
}
