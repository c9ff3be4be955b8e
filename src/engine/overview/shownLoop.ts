import type { LoopOfAttempts } from '../../model/events/devsEvent';
import type { DetectedLoop } from '../../model/task/attempt';
import type { ContextEntry } from '../../model/task/contextEntry';
import type { TaskLoop } from '../../model/task/provingAttempt';
import type { AttemptCount, StoreReader } from '../../ports/store';
import { toTaskLoop } from '../../reports/task/taskLoop';

/** The loops over the attempts at one task. */
export interface LoopSources {
  /** Open ones of the task, newest first. */
  readonly entries: readonly ContextEntry[];
  /** The one that ended the task, which is done only in part. */
  readonly ended: DetectedLoop | undefined;
  /** The newest one that was found over its attempts. */
  readonly detected: LoopOfAttempts | undefined;
  readonly attempts: AttemptCount | undefined;
}

/**
 * The loop over attempts that still holds: one that a directive answers or that ended the task, else the newest one
 * found, while no attempt came after those that prove it.
 */
export function shownLoop(
  store: StoreReader,
  { entries, ended, detected, attempts }: LoopSources,
): TaskLoop | undefined {
  const answered = entries.find(({ loop }) => loop !== undefined)?.loop ?? ended;
  if (answered !== undefined) return toTaskLoop(store, answered);
  const newest = detected?.evidence.at(-1)?.at;
  const holds = newest !== undefined && attempts !== undefined && newest >= attempts.lastAt;
  return detected !== undefined && holds ? toTaskLoop(store, detected) : undefined;
}
