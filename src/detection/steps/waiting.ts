import { isPassed, isPending } from './outside';
import type { KnownResult, SeenStep } from './seenStep';

/** How much more often a call that waits for something may give the same: a build takes its time. */
const PATIENCE = 4;
/** How much more often a command that changes something may say nothing, and a check may pass. */
const BATCH = 2;
/** Longest result that is read for a word that something is still to come. */
const READ = 1_000;

/** At how often the same result of a call is a loop; Infinity where being the same proves nothing. */
export function limitFor({ call, result }: SeenStep, limit: number): number {
  const tellsNothing = result.kind === 'nothing' || result.kind === 'done';
  switch (call.effect.kind) {
    case 'waits':
      return limit * PATIENCE;
    case 'changes':
      if (!tellsNothing) return limit;
      return call.effect.isKnown ? limit * BATCH : Infinity;
    case 'looks':
    case 'plans':
    case 'replaces':
    case 'writes':
      return saidTimes(result, limit);
    default:
      return call.effect satisfies never;
  }
}

function saidTimes({ text, kind }: KnownResult, limit: number): number {
  if (isPending(text.slice(0, READ))) return limit * PATIENCE;
  return kind !== 'failure' && isPassed(text.slice(-READ)) ? limit * BATCH : limit;
}
