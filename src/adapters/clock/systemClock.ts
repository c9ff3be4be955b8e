import { randomUUID } from 'node:crypto';
import type { Clock } from '../../ports/clock';

/** The real time and random ids (UUID version 4). */
export const systemClock: Clock = {
  now: () => new Date(),
  newId: () => randomUUID(),
};
