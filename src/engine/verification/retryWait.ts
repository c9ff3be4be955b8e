import type { ExternalKind } from '../../model/failure/failure';
import type { RunObserver } from '../../ports/runObserver';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import type { ClockWait } from '../scheduling/clockWaits';
import { applyTransition } from '../state/applyTransition';

export interface RetryWait {
  readonly taskId: string;
  /** Number of the turn that continues, or of the failed one. */
  readonly turn: number;
  readonly delayMs: number;
  /** One line for humans. */
  readonly reason: string;
}

export interface WaitTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: EventJournal;
  readonly observer: Pick<RunObserver, 'onPhase'>;
}

/** Who met what, so that others need not meet it too. */
export interface LaneWait extends RetryWait {
  /** Name of the agent that the turn called; absent where several did. */
  readonly agent?: string;
  readonly external?: ExternalKind;
  /** How long the agent is at its usage limit; absent: `delayMs`. */
  readonly limitMs?: number;
  /** Name of the agent that goes on with the task meanwhile; absent: the task waits. */
  readonly fallback?: string;
}

/**
 * The task leaves the lane until its retry is due: others run meanwhile, and it keeps its place
 * among them. Call it in the transaction that records its turn.
 */
export function leaveToWait(
  tools: Pick<WaitTools, 'store' | 'clock' | 'journal'>,
  wait: LaneWait,
): void {
  const { store, clock, journal } = tools;
  const { taskId, turn, delayMs, reason, agent, external, fallback } = wait;
  const { limitMs = delayMs } = wait;
  const now = clock.now();
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  const until = after(delayMs);
  if (agent !== undefined && external === 'rate_limit')
    store.putUsageLimit({ agent, until: after(limitMs), since: now.toISOString(), taskId });
  applyTransition(tools, taskId, { type: 'delayed', reason, until });
  journal.record({
    event: 'retry_scheduled',
    taskId,
    data: {
      ...{ turn, until, delayMs, reason },
      ...(agent === undefined ? {} : { agent }),
      ...(external === undefined ? {} : { external }),
      ...(fallback === undefined ? {} : { fallback }),
    },
  });
}

/**
 * As `leaveToWait`, for a task that has not met the limit itself: another one has, and it waits until the limit is reset.
 * `turn`: its newest one. Call it in a transaction.
 */
export function leaveAtLimit(
  tools: Pick<WaitTools, 'store' | 'clock' | 'journal'>,
  { turn, wait }: { readonly turn: number; readonly wait: Required<ClockWait> },
): void {
  const { clock, journal } = tools;
  const {
    taskId,
    until,
    reason,
    atLimit: [agent],
  } = wait;
  applyTransition(tools, taskId, { type: 'delayed', reason, until });
  const delayMs = Math.max(0, Date.parse(until) - clock.now().getTime());
  const data = { turn, until, delayMs, reason, external: 'rate_limit' } as const;
  journal.record({
    event: 'retry_scheduled',
    taskId,
    data: { ...data, ...(agent !== undefined && { agent }) },
  });
}

/** Waits inside the turn, shown as waiting with the reason, until the time is over or `signal` aborts. */
export async function waitForRetry(
  { store, clock, journal, observer }: WaitTools,
  wait: RetryWait,
  signal: AbortSignal,
): Promise<void> {
  const { taskId, turn, delayMs, reason } = wait;
  const until = new Date(clock.now().getTime() + delayMs).toISOString();
  journal.transaction(() => {
    store.updateTask(taskId, { waitingUntil: until, statusReason: reason });
    journal.record({
      event: 'retry_scheduled',
      taskId,
      data: { turn, until, delayMs, reason },
    });
  });
  observer.onPhase({ taskId, turn, phase: 'waiting', until, reason });
  await clock.wait(delayMs, signal);
  store.updateTask(taskId, { waitingUntil: undefined, statusReason: '' });
}
