import { deferred } from './deferred';

/** Waits for a stream of happenings to pause. */
export interface Silence {
  readonly reached: Promise<undefined>;
  /** Something happened: the wait starts anew. */
  readonly broken: () => void;
  readonly cancel: () => void;
}

/** Reached once nothing has happened for `quietMs`. */
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

/** On a busy machine timers are late, and input may lie there unread: it gets its turn first. */
function afterPendingInput(then: () => void): void {
  setImmediate(() => setImmediate(then));
}
