import type { Notification } from '../../model/notify/notification';
import { nameTarget, type NotifyTarget } from '../../model/config/notifyTarget';
import type { Clock } from '../../ports/clock';
import type { Delivery, Notifier } from '../../ports/notifier';
import type { RunObserver } from '../../ports/runObserver';
import { parseRetryAfter } from '../../rules/failure/external/retryAfter';
import { retryDelay } from '../../rules/failure/external/backoff';
import { countOf } from '../../text/count';

/** Milliseconds that one try may take. */
export const TRY_LIMIT_MS = 10_000;
/** Tries after the first, and milliseconds before the first of them. */
const MAX_RETRIES = 2;
const FIRST_RETRY_MS = 1_000;
/** A service that asks for a longer wait is not told. */
const MAX_RETRY_WAIT_MS = 60_000;
/** Notifications that wait; more push out the oldest. */
export const MAX_WAITING = 20;

export interface NotificationQueueTools {
  readonly notifier: Notifier;
  readonly clock: Pick<Clock, 'wait' | 'now'>;
  readonly observer: Pick<RunObserver, 'onWarning'>;
}

/** Tells one target, a notification at a time, in their order, and never makes anybody wait. */
export class NotificationQueue {
  private readonly waiting: Notification[] = [];
  private readonly warned = new Set<string>();
  private readonly ending = new AbortController();
  private work: Promise<void> | undefined;
  private missed = 0;

  constructor(
    private readonly target: NotifyTarget,
    private readonly tools: NotificationQueueTools,
  ) {}

  /** Never throws. */
  add(notification: Notification): void {
    this.waiting.push(notification);
    if (this.waiting.length > MAX_WAITING) {
      this.waiting.shift();
      this.missed += 1;
    }
    this.work ??= this.deliverAll();
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.work;
  }

  /** Gives up what is left and says how much the target missed. */
  end(): void {
    this.missed += this.waiting.splice(0).length;
    if (this.work !== undefined) this.missed += 1;
    this.ending.abort();
    if (this.missed > 0) this.warn(`missed ${countOf(this.missed, 'notification')}`);
  }

  private async deliverAll(): Promise<void> {
    // Begins after the event was handled.
    await Promise.resolve();
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      await this.deliver(next);
    }
    this.work = undefined;
  }

  private async deliver(notification: Notification): Promise<void> {
    for (let failures = 1; !this.isEnding(); failures += 1) {
      const delivery = await this.tryInTime(notification);
      if (delivery.kind === 'delivered' || this.isEnding()) return;
      const delay = this.delayAfter(delivery, failures);
      if (delay === undefined) {
        this.warn(`was not told: ${delivery.why}`);
        return;
      }
      await this.tools.clock.wait(delay, this.ending.signal);
    }
  }

  private isEnding(): boolean {
    return this.ending.signal.aborted;
  }

  private async tryInTime(notification: Notification): Promise<Delivery> {
    const { notifier, clock } = this.tools;
    const [late, done] = [new AbortController(), new AbortController()];
    void clock.wait(TRY_LIMIT_MS, done.signal).then(() => late.abort());
    const signal = AbortSignal.any([this.ending.signal, late.signal]);
    const delivery = await notifier.deliver(this.target, notification, signal);
    const isLate = late.signal.aborted;
    done.abort();
    if (delivery.kind === 'delivered' || !isLate) return delivery;
    const why = `it did not answer within ${TRY_LIMIT_MS / 1_000} s`;
    return { kind: 'failed', why, again: true };
  }

  /** Milliseconds until the next try; undefined where there is none. */
  private delayAfter(
    { again, retryAfter }: Extract<Delivery, { readonly kind: 'failed' }>,
    failures: number,
  ): number | undefined {
    if (!again) return undefined;
    const asked = `retry-after: ${retryAfter?.slice(0, 100) ?? ''}`;
    const delay = retryDelay({
      failures,
      retryAfterMs: parseRetryAfter(asked, this.tools.clock.now()),
      firstMs: FIRST_RETRY_MS,
      maxRetries: MAX_RETRIES,
      maxWaitMs: MAX_RETRY_WAIT_MS,
    });
    return delay === undefined || delay > MAX_RETRY_WAIT_MS ? undefined : delay;
  }

  /** The same words once. */
  private warn(words: string): void {
    if (this.warned.has(words)) return;
    this.warned.add(words);
    const name = nameTarget(this.target);
    this.tools.observer.onWarning(`notify: ${name} ${words}.`);
  }
}
