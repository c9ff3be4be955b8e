import { deferred } from './deferred';

/** Waits for a pause in a series of events. */
export interface Silence {
  readonly reached: Promise<undefined>;
  /** Reports an event: the wait restarts. */
  readonly broken: () => void;
  readonly cancel: () => void;
}

/** Resolves after `quietMs` without an event. */
export function awaitSilence(quietMs: number): Silence {
  const reached = deferred<undefined>();
  let breaks = 0;
  const timer = setTimeout(() => {
    const before = breaks;
    afterPendingInput(() => {
      if (breaks === before) reached.resolve(undefined);
    });
  }, quietMs);
  return {
    reached: reached.promise,
    broken() {
      breaks++;
      timer.refresh();
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Resolves with `promise`, after `limitMs` at most. */
export async function withLimit(promise: Promise<undefined>, limitMs: number): Promise<void> {
  const limit = deferred<undefined>();
  const timer = setTimeout(() => afterPendingInput(() => limit.resolve(undefined)), limitMs);
  await Promise.race([promise, limit.promise]);
  clearTimeout(timer);
}

/** On a busy machine timers are late and input may be unread: input is handled first. */
function afterPendingInput(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
