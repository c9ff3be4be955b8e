import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../ports/clock';

/** Timers stand still while a machine sleeps: the clock on the wall is looked at so often. */
const LOOK_MS = 15_000;

/** The real time and random ids (UUID version 4). */
export const systemClock: Clock = {
  now: () => new Date(),
  newId: () => randomUUID(),
  wait: async (ms, signal) => {
    const until = Date.now() + ms;
    for (let left = ms; left > 0 && !signal.aborted; left = until - Date.now()) {
      // Aborting is one of the two ways in which waiting ends.
      await delay(Math.min(left, LOOK_MS), undefined, { signal }).catch(() => undefined);
    }
  },
};
