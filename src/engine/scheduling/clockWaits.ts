import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import type { TaskWait } from '../../model/task/taskWait';
import type { UsageLimit } from '../../model/usage/usageLimit';
import type { StoreReader } from '../../ports/store';
import { enumerate } from '../../text/list';
import { taskIndex } from './taskIndex';
import { waitsToLand, type LandingReader } from './waitsToLand';
import {
  heldLimits,
  limitsBefore,
  listUnusable,
  workingAgent,
  type AgentSources,
} from './workingAgent';

/** Input of the rule. */
export type WaitReader = Pick<StoreReader, 'listQueue' | 'getTask' | 'listUsageLimits'> &
  LandingReader;

/** A pending task that waits for a clock. */
export interface ClockWait extends TaskWait {
  /** Names of the agents whose usage limits it waits for; absent where something else is waited for. */
  readonly atLimit?: readonly string[];
}

/**
 * The pending tasks that wait for a time after `now`, by id: those whose own retry is scheduled then, and those whose
 * agents are all at their usage limits, until the first of these is reset. A limit that one task met holds for all, so
 * that they do not pay a call to learn the same. A retry that was scheduled for another agent than the task has now is
 * not waited for. Tasks with roles neither tell of a limit nor follow one: several agents work on them.
 */
export function clockWaits(
  config: DevsConfig,
  store: WaitReader,
  now: Date,
): ReadonlyMap<string, ClockWait> {
  const scheduled = new Map<string, string | undefined>();
  let isAnyLater = false;
  for (const { id, status, waitingUntil } of store.listQueue()) {
    if (status !== 'pending') continue;
    const isLater = waitingUntil !== undefined && Date.parse(waitingUntil) > now.getTime();
    isAnyLater ||= isLater;
    scheduled.set(id, isLater ? waitingUntil : undefined);
  }
  const limits = heldLimits(store, now);
  if (!isAnyLater && limits.size === 0) return NO_WAITS;
  const sources = { config, store, limits, now };
  const waits = config.tasks.flatMap((task) => {
    if (!scheduled.has(task.id)) return [];
    return retryWait(sources, task, scheduled.get(task.id)) ?? limitWait(sources, task) ?? [];
  });
  return new Map(waits.map((wait) => [wait.taskId, wait]));
}

/** The wait of a task for the first reset of the limits of its agents; undefined if one of them can be called. */
export function findLimitWait(
  config: DevsConfig,
  store: WaitReader,
  { taskId, now }: { readonly taskId: string; readonly now: Date },
): Required<ClockWait> | undefined {
  const limits = heldLimits(store, now);
  const task = taskIndex(config).task(taskId);
  if (limits.size === 0 || task === undefined) return undefined;
  return limitWait({ config, store, limits, now }, task);
}

const NO_WAITS: ReadonlyMap<string, ClockWait> = new Map();

interface Sources extends AgentSources {
  readonly store: WaitReader;
  readonly now: Date;
}

/** The wait for the task's own retry, unless that is for a usage limit, or was scheduled for another agent. */
function retryWait(
  sources: Sources,
  task: TaskDefinition,
  until: string | undefined,
): ClockWait | undefined {
  if (until === undefined) return undefined;
  const { store, now } = sources;
  const wait = { taskId: task.id, until, reason: store.getTask(task.id)?.statusReason ?? '' };
  const [event] = store.listTaskEvents(task.id, 'retry_scheduled', 1);
  if (event?.data.until !== until) return wait;
  // The time was set back meanwhile: how long is still to wait, nobody knows.
  if (Date.parse(event.at) > now.getTime()) return undefined;
  const { agent, external } = event.data;
  if (agent === undefined || task.roles !== undefined) return wait;
  return external !== 'rate_limit' && agent === workingAgent(sources, task) ? wait : undefined;
}

/** The wait for the first reset of the limits of the task's agents; undefined if one of them can be called. */
function limitWait(sources: Sources, task: TaskDefinition): Required<ClockWait> | undefined {
  if (task.roles !== undefined) return undefined;
  const { config, store } = sources;
  // No agent is called to land what is done.
  if (config.isolation !== undefined && waitsToLand({ config, store }, task)) return undefined;
  const met = limitsBefore(sources, task);
  const [first] = met.toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until));
  if (first === undefined) return undefined;
  const isOwn = met.length === 1 && first.taskId === task.id;
  // It is gone once another agent has worked meanwhile.
  const own = isOwn ? (store.getTask(task.id)?.statusReason ?? '') : '';
  const reason = own === '' ? describeMet(met, listUnusable(sources, task)) : own;
  const atLimit = met.map(({ agent }) => agent);
  return { taskId: task.id, until: first.until, reason, atLimit };
}

/** The limits in words for tasks that did not meet them. */
function describeMet(met: readonly UsageLimit[], skipped: readonly UsageLimit[]): string {
  const names = met.map(({ agent }) => agent);
  const [first] = met;
  const limits =
    met.length === 1
      ? `the agent ${first?.agent} has reached its usage limit (seen in ${first?.taskId})`
      : `the agents ${enumerate(names)} have reached their usage limits`;
  const others = skipped.map(({ agent, unusable }) => `${agent} cannot go on: ${unusable}`);
  return [limits, ...others].join('; ');
}
