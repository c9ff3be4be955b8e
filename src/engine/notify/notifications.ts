import { pathToFileURL } from 'node:url';
import type { DevsConfig } from '../../model/config/config';
import type { DevsEvent, EventOf } from '../../model/events/devsEvent';
import { taskLink } from '../../model/task/taskLink';
import type { Clock } from '../../ports/clock';
import type { StoreReader } from '../../ports/store';
import type { Workspace } from '../../ports/workspace';
import { describeNotification } from '../../reports/notify/describeNotification';
import { NotificationQueue, type NotificationQueueTools } from './notificationQueue';

/** Milliseconds that the end of a run waits for what is still to be sent. */
export const NOTIFICATION_DRAIN_LIMIT_MS = 5_000;

export interface NotificationTools extends NotificationQueueTools {
  readonly clock: Pick<Clock, 'wait' | 'now'>;
  readonly store: Pick<StoreReader, 'latestReport'>;
  readonly workspace: Pick<Workspace, 'directory'>;
}

/** Two moments for the reset of one usage limit differ by less, in milliseconds: agents round it. */
const SAME_RESET_MS = 5 * 60_000;

/** Tells those whom `notify` names what happens in a run, beside it: nothing in it waits for them. */
export class Notifications {
  private readonly queues: readonly NotificationQueue[];
  /** What the newest notification was about: the same again is not told. */
  private last: { readonly pausedTask?: string; readonly wait?: string } = {};
  /** Usage limits that were told, by agent and the one that goes on: until when, in milliseconds since 1970. */
  private readonly limits = new Map<string, number>();

  constructor(
    private readonly tools: NotificationTools,
    targets: DevsConfig['notify'] = [],
  ) {
    this.queues = targets.map((target) => new NotificationQueue(target, tools));
  }

  /** Never throws. */
  tell(event: DevsEvent, { tasks }: Pick<DevsConfig, 'tasks'>): void {
    if (this.queues.length === 0 || this.isKnown(event)) return;
    const { store, clock, workspace } = this.tools;
    const folder = pathToFileURL(workspace.directory).href;
    const notification = describeNotification(event, {
      titleOf: (taskId) => tasks.find(({ id }) => id === taskId)?.title ?? taskId,
      reportOf: (taskId) => store.latestReport(taskId),
      linkTo: (taskId) => taskLink(taskId, folder),
      now: clock.now(),
    });
    if (notification === undefined) return;
    if (isUsageLimit(event)) {
      this.limits.set(limitOf(event), Date.parse(event.data.until));
      this.last = {};
    }
    for (const queue of this.queues) queue.add(notification);
  }

  /** Resolves when all was told, or when it was given up, with a warning. */
  async drain(): Promise<void> {
    if (this.queues.length === 0) return;
    const drained = new AbortController();
    const late = this.tools.clock.wait(NOTIFICATION_DRAIN_LIMIT_MS, drained.signal);
    await Promise.race([Promise.all(this.queues.map((queue) => queue.settled())), late]);
    drained.abort();
    for (const queue of this.queues) queue.end();
    await Promise.all(this.queues.map((queue) => queue.settled()));
  }

  /** Whether it was told: the end of a run for a pause, the limit or time for which several tasks wait. */
  private isKnown(event: DevsEvent): boolean {
    if (isUsageLimit(event)) {
      const told = this.limits.get(limitOf(event));
      return told !== undefined && Date.parse(event.data.until) - told < SAME_RESET_MS;
    }
    const { last } = this;
    if (event.event === 'turn_started') this.last = { ...(last.wait && { wait: last.wait }) };
    if (event.event === 'gate_triggered') this.last = { pausedTask: event.taskId };
    if (event.event === 'retry_scheduled') {
      const wait = `${event.data.until} ${event.data.reason}`;
      this.last = { wait };
      return wait === last.wait;
    }
    if (event.event !== 'run_ended' || event.data.kind !== 'needsHuman') return false;
    const [only, ...others] = event.data.taskIds;
    return others.length === 0 && only === last.pausedTask;
  }
}

type LimitMet = EventOf<'retry_scheduled'> & { readonly data: { readonly agent: string } };

function isUsageLimit(event: DevsEvent): event is LimitMet {
  if (event.event !== 'retry_scheduled') return false;
  return event.data.external === 'rate_limit' && event.data.agent !== undefined;
}

function limitOf({ data: { agent, fallback = '' } }: LimitMet): string {
  return `${agent}\n${fallback}`;
}
