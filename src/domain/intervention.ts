import type { Actor } from './lease';
import { TASK_STATUSES, type TaskStatus } from './task';
import { INTERVENTIONS, type Intervention } from './taskStatus';

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

const KINDS: ReadonlySet<unknown> = new Set([...INTERVENTIONS, 'pause']);
const STATUSES: ReadonlySet<unknown> = new Set(TASK_STATUSES);

/** Reads the data of an `intervention` event; undefined when it is none that this version knows. */
export function toInterventionRecord(
  at: string,
  data: Readonly<Record<string, unknown>>,
): InterventionRecord | undefined {
  const { what, who, from, to, detail } = data;
  if (!KINDS.has(what) || !STATUSES.has(from) || !STATUSES.has(to)) return undefined;
  return {
    at,
    what: what as InterventionRecord['what'],
    ...(isActor(who) ? { who } : {}),
    from: from as TaskStatus,
    to: to as TaskStatus,
    detail: typeof detail === 'string' ? detail : '',
  };
}

/** Whether facts of an event name who did it. */
export function isActor(value: unknown): value is Actor {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, who, host } = value as Partial<Record<keyof Actor, unknown>>;
  return (
    typeof pid === 'number' && typeof host === 'string' && (who === 'window' || who === 'terminal')
  );
}
