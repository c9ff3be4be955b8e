import type { KnownCall } from './seenStep';

/** How much more often a call that waits for something may give the same: a build takes its time. */
const PATIENCE = 4;

/** At how often the same result of a call is a loop. */
export function limitFor({ effect }: KnownCall, limit: number): number {
  return effect.kind === 'waits' ? limit * PATIENCE : limit;
}
