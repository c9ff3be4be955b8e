import type { RunObserver } from '../../ports/runObserver';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../eventJournal';

export interface RetryWait {
  readonly taskId: string;
  /** Number of the turn that goes on, or that was the failure. */
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

/** Waits, shown as waiting with the reason, until the time is over or `signal` aborts. */
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
