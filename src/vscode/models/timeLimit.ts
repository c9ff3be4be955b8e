/** Why a call ended early. */
export type CutOff = 'timeout' | 'cancelled';

/** A running time limit. */
export interface TimeLimit {
  /** Milliseconds from its beginning. */
  readonly timeoutMs: number;
  /** Aborts as soon as the limit is over, or it is no longer needed. */
  readonly signal: AbortSignal;
  /** Settles when the time is up or the caller's signal aborts; else never. */
  readonly over: Promise<CutOff>;
  end(): void;
}

export interface TimeLimitOptions {
  /** Aborting it ends the running call. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Starts a time limit; the caller must call `end`. */
export function startTimeLimit({ signal: outer, timeoutMs }: TimeLimitOptions): TimeLimit {
  const inner = new AbortController();
  let settle: (how: CutOff) => void = () => undefined;
  const over = new Promise<CutOff>((resolve) => (settle = resolve));
  const cut = (how: CutOff): void => {
    settle(how);
    inner.abort();
  };
  const onAbort = (): void => cut('cancelled');
  const timer = setTimeout(() => cut('timeout'), timeoutMs);
  outer.addEventListener('abort', onAbort, { once: true });
  if (outer.aborted) cut('cancelled');
  return {
    timeoutMs,
    signal: inner.signal,
    over,
    end: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
      inner.abort();
    },
  };
}

/** Resolves as `work`, or with undefined when it takes longer than `withinMs` or rejects. */
export async function withTimeout<T>(work: Promise<T>, withinMs: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), withinMs);
  });
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
