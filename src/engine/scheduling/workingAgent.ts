import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import { isLongLimit, type UsageLimit } from '../../model/usage/usageLimit';
import type { StoreReader } from '../../ports/store';
import { taskIndex } from './taskIndex';

/** The usage limits that hold, and what else keeps an agent from standing in, by agent. */
export type HeldLimits = ReadonlyMap<string, UsageLimit>;

/** From which the agent of a task's next turn follows. */
export interface AgentSources {
  readonly config: DevsConfig;
  readonly store: Pick<StoreReader, 'getTask'>;
  readonly limits: HeldLimits;
}

const NO_LIMITS: HeldLimits = new Map();

/** Lists the limits that hold at `now`. One that was met after it does not: the clock was set back meanwhile. */
export function heldLimits(store: Pick<StoreReader, 'listUsageLimits'>, now: Date): HeldLimits {
  const limits = store.listUsageLimits();
  if (limits.length === 0) return NO_LIMITS;
  const at = now.getTime();
  const held = limits.filter(
    ({ since, until }) => Date.parse(since) <= at && Date.parse(until) > at,
  );
  return new Map(held.map((limit) => [limit.agent, limit]));
}

/** The agent that a human chose for the task or the one that it counts on; undefined if none did. */
export function chosenAgent(
  { config, store }: Pick<AgentSources, 'config' | 'store'>,
  { id }: TaskDefinition,
): string | undefined {
  const root = taskIndex(config).root(id);
  return store.getTask(id)?.agentOverride ?? store.getTask(root)?.agentOverride;
}

/** The agents that may work on the task, the first that is not at its limit does: its own and its `fallback`. */
export function listCandidates(
  sources: Pick<AgentSources, 'config' | 'store'>,
  task: TaskDefinition,
): readonly [string, ...string[]] {
  const { config } = sources;
  const own = chosenAgent(sources, task) ?? task.agent;
  // Several agents work on a task with roles, and none of them tells of its limit.
  if (task.roles !== undefined) return [own];
  return [own, ...(config.agents[own]?.fallback ?? [])];
}

/**
 * The limits until whose first reset the task waits; [] if an agent can be called. A limit of its own agent that is short
 * is waited out, whoever is free.
 */
export function limitsBefore(sources: AgentSources, task: TaskDefinition): readonly UsageLimit[] {
  const { limits } = sources;
  const [own, ...all] = listCandidates(sources, task);
  const limit = ownLimit(limits, own);
  if (limit === undefined) return [];
  if (!isLongLimit(limit)) return [limit];
  const others = all.filter((name) => limits.get(name)?.unusable === undefined);
  const met = others.flatMap((name) => limits.get(name) ?? []);
  return met.length === others.length ? [limit, ...met] : [];
}

/** The agents that could go on in place of the task's own if they were usable. */
export function listUnusable(sources: AgentSources, task: TaskDefinition): readonly UsageLimit[] {
  const [, ...others] = listCandidates(sources, task);
  return others
    .flatMap((name) => sources.limits.get(name) ?? [])
    .filter(({ unusable }) => unusable !== undefined);
}

/** The usage limit of an agent itself; undefined if it is at none. */
export function ownLimit(limits: HeldLimits, agent: string): UsageLimit | undefined {
  const limit = limits.get(agent);
  return limit?.unusable === undefined ? limit : undefined;
}

/** The agent that the task's next turn calls: its own if it waits for a limit. */
export function workingAgent(sources: AgentSources, task: TaskDefinition): string {
  const [own, ...others] = listCandidates(sources, task);
  const { limits } = sources;
  const isWaiting = limitsBefore(sources, task).length > 0;
  if (isWaiting || ownLimit(limits, own) === undefined) return own;
  return others.find((name) => !limits.has(name)) ?? own;
}

/** The agent at its limit in whose place another works, and until when (ISO 8601, UTC). */
export interface StoodInFor {
  readonly agent: string;
  readonly until: string;
}

/** In whose place the agent works on the task; undefined if in nobody's. */
export function findStoodInFor(
  sources: AgentSources,
  task: TaskDefinition,
  agent: string,
): StoodInFor | undefined {
  const candidates = listCandidates(sources, task);
  const [own] = candidates;
  const limit = agent === own ? undefined : ownLimit(sources.limits, own);
  return limit === undefined || !candidates.includes(agent)
    ? undefined
    : { agent: own, until: limit.until };
}
