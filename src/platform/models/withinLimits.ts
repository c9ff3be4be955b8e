/** Time limit and cancellation of a call. */
export interface CallLimits {
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, the last byte of the answer included. */
  readonly timeoutMs: number;
}

/** Longest delay of a timer; a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns the result of `work`, or why waiting for it ended. The signal for `work` aborts with either limit; work that
 * ignores it continues unobserved.
 */
export async function runWithinLimits<T>(
  { signal, timeoutMs }: CallLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'cancelled' | 'timeout'> {
  if (signal.aborted) return 'cancelled';
  const controller = new AbortController();
  const { promise: over, resolve } = withResolver<'cancelled' | 'timeout'>();
  const end = (why: 'cancelled' | 'timeout'): void => {
    resolve(why);
    controller.abort();
  };
  const cancel = (): void => end('cancelled');
  signal.addEventListener('abort', cancel);
  const timer = setTimeout(end, Math.min(timeoutMs, MAX_TIMER_MS), 'timeout');
  try {
    return await Promise.race([work(controller.signal), over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}
