import { deferred } from './deferred';

/** Why a program is stopped before it exits. */
export type Interruption = { readonly type: 'timeout' } | { readonly type: 'cancelled' };

/** Longest delay of a timer, nearly 25 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves with the first of `ended`, the time limit, or the abort of `signal`. */
export async function awaitFirst<T>(
  ended: Promise<T>,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<T | Interruption> {
  const interrupted = deferred<Interruption>();
  const cancel = (): void => interrupted.resolve({ type: 'cancelled' });
  const timer = setTimeout(
    () => interrupted.resolve({ type: 'timeout' }),
    Math.min(timeoutMs, LONGEST_TIMER_MS),
  );
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  const first = await Promise.race([ended, interrupted.promise]);
  clearTimeout(timer);
  signal.removeEventListener('abort', cancel);
  return first;
}
