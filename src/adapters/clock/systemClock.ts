import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../ports/clock';

/** The real time and random ids (UUID version 4). */
export const systemClock: Clock = {
  now: () => new Date(),
  newId: () => randomUUID(),
  // Aborting is one of the two ways in which waiting ends.
  wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
};
