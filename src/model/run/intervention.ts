import type { Actor } from '../workspace/leaseHolder';
import type { EventData } from '../events/devsEvent';
import type { TaskStatus } from '../task/task';
import type { Intervention } from '../task/taskEvent';

/** Maximum number of interventions shown for one task; the newest. */
export const MAX_HISTORY = 20;

/** Details of a pause of the run, as its history keeps them. */
export const PAUSE_DETAILS = {
  afterTurn: 'after the turn',
  now: 'the running turn was cancelled',
  withdrawn: 'withdrawn: the run goes on',
} as const;

/** One intervention in the history of a task, or a rewind by Devs at a pivot. */
export interface InterventionRecord {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly what: Intervention | 'pause' | 'hint';
  /** Absent for those of earlier versions. */
  readonly who?: Actor;
  /** Count of the pivot at which Devs itself made this rewind; absent for a human's intervention. */
  readonly atPivot?: number;
  readonly from: TaskStatus;
  readonly to: TaskStatus;
  /** Details in a few words: the hint, the target turn of a rewind; '' for none. */
  readonly detail: string;
}

/** The entries by humans, in the same order. */
export function selectHuman(history: readonly InterventionRecord[]): readonly InterventionRecord[] {
  return history.filter(({ atPivot }) => atPivot === undefined);
}

/** Reads the record from an `intervention` event. */
export function toInterventionRecord(
  at: string,
  { what, who, from, to, detail }: EventData<'intervention'>,
): InterventionRecord {
  const actor = typeof who === 'object' ? { who } : {};
  return { at, what, ...actor, from, to, detail };
}

/** Whether the details of a Resume contain a hint. */
export function hasHint(detail: string): boolean {
  return /(?:^|, )hint: /.test(detail);
}
