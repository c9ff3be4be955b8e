import type { InterventionRecord } from '../../model/run/intervention';
import type { Actor } from '../../model/workspace/leaseHolder';

const WHAT_WORDS: Readonly<Record<InterventionRecord['what'], string>> = {
  skip: 'skip',
  resume: 'resume',
  notALoop: 'not a loop',
  retry: 'retry',
  rewind: 'rewind',
  redo: 'redo',
  pause: 'pause',
};

/** What was done, as a task's history names it: "resume", "not a loop". */
export function nameIntervention(what: InterventionRecord['what']): string {
  return WHAT_WORDS[what];
}

/** Who it was: "you in a terminal (pid 4711)"; "you" where an older version did not note it. */
export function describeActor(who: Actor | undefined): string {
  if (who === undefined) return 'you';
  const place = who.who === 'window' ? 'a VS Code window' : 'a terminal';
  return `you in ${place} (pid ${who.pid})`;
}

/** From which status to which: "blocked → pending", or "stays done". */
export function describeStatusChange({ from, to }: InterventionRecord): string {
  return from === to ? `stays ${to}` : `${from} → ${to}`;
}
