import type { DevsConfig } from '../../model/config/config';
import type { TaskDefinition } from '../../model/task/task';
import type { TaskWait } from '../../model/task/taskWait';
import type { StoreReader } from '../../ports/store';
import { taskIndex } from './taskIndex';

/** Input of the rule. */
export type WaitReader = Pick<StoreReader, 'listQueue' | 'getTask' | 'listTaskEvents'>;

/** A pending task that waits for a clock. */
export interface ClockWait extends TaskWait {
  /** Name of the agent that is at its limit until then; absent where something else is waited for. */
  readonly atLimit?: string;
}

/**
 * The pending tasks that wait for a time after `now`, by id: those whose own retry is scheduled then,
 * and those whose agent is said to be at its limit until then by another task, so that they do not
 * pay a call to learn the same. A retry that was scheduled for another agent than the task has now
 * is not waited for. Tasks with roles neither tell of a limit nor follow one: several agents work
 * on them.
 */
export function clockWaits(
  config: DevsConfig,
  store: WaitReader,
  now: Date,
): ReadonlyMap<string, ClockWait> {
  const pending = new Set<string>();
  const scheduled = new Map<string, string>();
  for (const { id, status, waitingUntil } of store.listQueue()) {
    if (status !== 'pending') continue;
    pending.add(id);
    if (waitingUntil === undefined || !(Date.parse(waitingUntil) > now.getTime())) continue;
    scheduled.set(id, waitingUntil);
  }
  if (scheduled.size === 0) return NO_WAITS;
  const sources = { config, store };
  const own = config.tasks.flatMap(
    (task) => ownWait(sources, task, { until: scheduled.get(task.id), now }) ?? [],
  );
  const waits = new Map(own.map((wait) => [wait.taskId, wait]));
  const limits = limitsOf(own);
  if (limits.size === 0) return waits;
  for (const task of config.tasks) {
    if (!pending.has(task.id) || waits.has(task.id) || task.roles !== undefined) continue;
    const limit = limits.get(agentOf(sources, task));
    if (limit !== undefined) waits.set(task.id, { ...limit, taskId: task.id });
  }
  return waits;
}

const NO_WAITS: ReadonlyMap<string, ClockWait> = new Map();

interface Sources {
  readonly config: DevsConfig;
  readonly store: WaitReader;
}

function ownWait(
  sources: Sources,
  task: TaskDefinition,
  { until, now }: { readonly until: string | undefined; readonly now: Date },
): ClockWait | undefined {
  if (until === undefined) return undefined;
  const { store } = sources;
  const wait = { taskId: task.id, until, reason: store.getTask(task.id)?.statusReason ?? '' };
  const [event] = store.listTaskEvents(task.id, 'retry_scheduled', 1);
  // The time was set back meanwhile: how long is still to wait, nobody knows.
  if (event?.data.until === until && Date.parse(event.at) > now.getTime()) return undefined;
  const { agent, external } = event?.data.until === until ? event.data : {};
  if (agent === undefined || task.roles !== undefined) return wait;
  if (agent !== agentOf(sources, task)) return undefined;
  return external === 'rate_limit' ? { ...wait, atLimit: agent } : wait;
}

/** For each agent at its limit the wait that lasts longest, in words for the other tasks. */
function limitsOf(waits: readonly ClockWait[]): ReadonlyMap<string, ClockWait> {
  const limits = new Map<string, ClockWait>();
  for (const wait of waits) {
    const { atLimit, until, taskId } = wait;
    if (atLimit === undefined) continue;
    const known = limits.get(atLimit);
    if (known !== undefined && Date.parse(known.until) >= Date.parse(until)) continue;
    limits.set(atLimit, {
      ...wait,
      reason: `the agent ${atLimit} has reached its usage limit (seen in ${taskId})`,
    });
  }
  return limits;
}

/** The agent that the task's next turn would call. */
function agentOf({ config, store }: Sources, task: TaskDefinition): string {
  const root = taskIndex(config).root(task.id);
  const chosen = store.getTask(task.id)?.agentOverride ?? store.getTask(root)?.agentOverride;
  return chosen ?? task.agent;
}
