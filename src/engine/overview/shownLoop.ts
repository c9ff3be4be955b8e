import type { DetectedLoop } from '../../model/task/attempt';
import type { ContextEntry } from '../../model/task/contextEntry';
import type { TaskLoop } from '../../model/overview/overview';
import type { LoopOfAttempts } from '../../model/events/devsEvent';
import type { AttemptCount } from '../../ports/store';

/** What is known of loops over the attempts at one task. */
export interface LoopSources {
  /** Open ones of the task, newest first. */
  readonly entries: readonly ContextEntry[];
  /** The newest one that was found over its attempts. */
  readonly detected: LoopOfAttempts | undefined;
  readonly attempts: AttemptCount | undefined;
}

/**
 * The loop over attempts that still holds: one that a directive answers, else the newest one found, while
 * no attempt came after those that prove it.
 */
export function shownLoop({ entries, detected, attempts }: LoopSources): TaskLoop | undefined {
  const answered = entries.find(({ loop }) => loop !== undefined)?.loop;
  if (answered !== undefined) return toTaskLoop(answered);
  const newest = detected?.evidence.at(-1)?.at;
  const holds = newest !== undefined && attempts !== undefined && newest >= attempts.lastAt;
  return detected !== undefined && holds ? toTaskLoop(detected) : undefined;
}

function toTaskLoop(loop: DetectedLoop): TaskLoop {
  const { loopType, level, attemptCount, recommendation, message, tasks, evidence } = loop;
  return {
    ...{ loopType, level, attemptCount, recommendation, message, tasks },
    evidence: evidence.map(({ number }) => number),
  };
}
