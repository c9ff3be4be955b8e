import type { Actor } from '../workspace/leaseHolder';
import type { EventData } from '../events/devsEvent';
import type { TaskStatus } from '../task/task';
import type { Intervention } from '../task/taskStatus';

/** The most of them that are shown of one task; the newest. */
export const MAX_HISTORY = 20;

/** What a human did to a task, as its history tells it. */
export interface InterventionRecord {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly what: Intervention | 'pause';
  /** Absent for those of earlier versions. */
  readonly who?: Actor;
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  /** More of it in a few words: the hint, the turn gone back to; '' for nothing. */
  readonly detail: string;
}

/** What an `intervention` event tells. */
export function toInterventionRecord(
  at: string,
  { what, who, from, to, detail }: EventData<'intervention'>,
): InterventionRecord {
  const actor = typeof who === 'object' ? { who } : {};
  return { at, what, ...actor, from, to, detail };
}
