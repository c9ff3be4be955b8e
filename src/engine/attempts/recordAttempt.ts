import { includesAllBlockers } from '../../rules/attempts/sameEvidence';
import type { Attempt, NewAttempt } from '../../model/task/attempt';
import type { Clock } from '../../ports/clock';
import type { Store } from '../../ports/store';
import type { EventJournal } from '../state/eventJournal';
import { BLOCKERS_GONE, openAuthority, withdrawAuthority } from './openDirectives';

export interface AttemptTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly clock: Clock;
}

/**
 * Records one attempt, append-only, and withdraws an authority whose blockers are gone. Defaults:
 * the time, the session; `counted` and no progress unless given.
 */
export function recordAttempt(tools: AttemptTools, given: NewAttempt): Attempt {
  const { store, journal, clock } = tools;
  return journal.transaction(() => {
    const attempt = {
      at: clock.now().toISOString(),
      sessionId: `session_${store.newestAttempt() + 1}`,
      counted: true,
      progress: false,
      definition: '',
      agent: '',
      ...given,
    };
    const recorded = { ...attempt, number: store.addAttempt(attempt) };
    journal.record({ event: 'attempt_recorded', taskId: attempt.taskId, data: recorded });
    withdrawWhereOvercome(tools, recorded);
    return recorded;
  });
}

function withdrawWhereOvercome(tools: AttemptTools, attempt: Attempt): void {
  if (!attempt.counted) return;
  const granted = openAuthority(tools.store, attempt.taskId);
  const stands = granted
    .flatMap(({ loop }) => loop?.blockers ?? [])
    .some((blocker) => includesAllBlockers([blocker], attempt.blockers));
  if (granted.length > 0 && !stands) {
    withdrawAuthority(tools, attempt.taskId, BLOCKERS_GONE);
  }
}
