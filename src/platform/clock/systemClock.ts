import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../ports/clock';

/** Timers stand still while a machine sleeps: the clock on the wall is looked at so often. */
const LOOK_MS = 15_000;

/** What a clock reads; replaced in tests. */
export interface TimeSources {
  /** The clock on the wall, which somebody may set: milliseconds since 1970. */
  readonly wall: () => number;
  /** Stands still while the machine sleeps. */
  readonly elapsed: () => number;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Ids are random (UUID version 4). */
export function createClock({ wall, elapsed, delay: sleep }: TimeSources): Clock {
  return {
    now: () => new Date(wall()),
    elapsed,
    newId: () => randomUUID(),
    wait: async (ms, signal) => {
      const [until, end] = [wall() + ms, elapsed() + ms];
      // Whichever comes first: a machine that slept has waited, and a clock that is set back is not waited for.
      const leftMs = (): number => Math.min(until - wall(), end - elapsed());
      for (let left = ms; left > 0 && !signal.aborted; left = leftMs()) {
        await sleep(Math.min(left, LOOK_MS), signal);
      }
    },
  };
}

/** The real time. */
export const systemClock: Clock = createClock({
  wall: Date.now,
  elapsed: () => Math.round(performance.now()),
  // Aborting is one of the two ways in which waiting ends.
  delay: async (ms, signal) => await delay(ms, undefined, { signal }).catch(() => undefined),
});
