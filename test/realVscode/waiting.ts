import { setTimeout as delay } from 'node:timers/promises';

/** How long one thing that a user waits for may take on a busy machine, in milliseconds. */
export const PATIENCE_MS = 60_000;

/** How long to wait for something, in milliseconds, and what to call it in the error. */
export interface Patience {
  readonly what: string;
  readonly withinMs: number;
  readonly everyMs?: number;
}

/**
 * Asks `probe` again and again until it answers something else than `undefined`, and returns that.
 * Throws `<what> did not happen within <n> s` when the time is over; an error of the probe ends the wait at once.
 */
export async function pollUntil<T>(
  probe: () => T | undefined | Promise<T | undefined>,
  patience: Patience,
): Promise<T> {
  const deadline = Date.now() + patience.withinMs;
  for (;;) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    if (Date.now() >= deadline) {
      throw new Error(`${patience.what} did not happen within ${patience.withinMs / 1000} s`);
    }
    await delay(patience.everyMs ?? 100);
  }
}
