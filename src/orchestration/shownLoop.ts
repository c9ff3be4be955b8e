import { LOOP_TYPES, type DetectedLoop } from '../domain/attempt';
import type { ContextEntry } from '../domain/contextEntry';
import type { TaskLoop } from '../domain/overview';
import type { DevsEvent } from '../domain/run';
import type { AttemptCount } from '../ports/store';

/** What is known of loops over the attempts at one task. */
export interface LoopSources {
  /** Open ones of the task, newest first. */
  readonly entries: readonly ContextEntry[];
  /** The newest `loop_detected` of the task. */
  readonly detected: DevsEvent | undefined;
  readonly attempts: AttemptCount | undefined;
}

/**
 * The loop over attempts that still holds: one that a directive answers, else the newest one found, while
 * no attempt came after those that prove it.
 */
export function shownLoop({ entries, detected, attempts }: LoopSources): TaskLoop | undefined {
  const answered = entries.find(({ loop }) => loop !== undefined)?.loop;
  if (answered !== undefined) return toTaskLoop(answered);
  const found = detected === undefined ? undefined : loopOf(detected.data);
  const newest = found?.evidence.at(-1)?.at;
  const holds = newest !== undefined && attempts !== undefined && newest >= attempts.lastAt;
  return found !== undefined && holds ? toTaskLoop(found) : undefined;
}

function toTaskLoop(loop: DetectedLoop): TaskLoop {
  const { loopType, level, attemptCount, recommendation, message, tasks, evidence } = loop;
  return {
    ...{ loopType, level, attemptCount, recommendation, message, tasks },
    evidence: evidence.map(({ number }) => number),
  };
}

/** Loops inside a turn and from turn to turn are events of the same name; they are shown by their turns. */
function loopOf(data: DevsEvent['data']): DetectedLoop | undefined {
  const overAttempts =
    data['isLooping'] === true &&
    LOOP_TYPES.some((type) => type === data['loopType']) &&
    Array.isArray(data['evidence']) &&
    Array.isArray(data['tasks']);
  return overAttempts ? (data as unknown as DetectedLoop) : undefined;
}
