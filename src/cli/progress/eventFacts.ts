import { LIMIT_SPECS } from '../../domain/limits';
import type { DevsEvent } from '../../domain/run';
import { TASK_STATUSES, type TaskStatus } from '../../domain/task';
import { TURN_OUTCOMES, type TurnOutcome } from '../../domain/turn';

/** What a `turn_ended` event tells of its turn. */
export interface EndedTurnFacts {
  readonly taskId: string;
  readonly turn: number;
  readonly outcome: TurnOutcome;
  readonly entropy: number;
  readonly threshold: number;
  readonly reason: string;
  readonly durationMs: number;
  /** The turn left its task blocked. */
  readonly blocked: boolean;
}

/** The facts of a `turn_ended` event; numbers that are missing are 0, the threshold the default. */
export function endedTurn({ taskId, data }: DevsEvent): EndedTurnFacts {
  return {
    taskId: taskId ?? '',
    turn: numberIn(data, 'turn'),
    outcome: TURN_OUTCOMES.find((outcome) => outcome === data['outcome']) ?? 'interrupted',
    entropy: numberIn(data, 'entropyAfter'),
    threshold: numberIn(data, 'loopThreshold', LIMIT_SPECS.loopThreshold.fallback),
    reason: textIn(data, 'reason'),
    durationMs: numberIn(data, 'durationMs'),
    blocked: data['consequence'] === 'blocked',
  };
}

/** The facts of a `pivot_issued` event. */
export function issuedPivot({ data }: DevsEvent): { readonly pivot: number; readonly max: number } {
  return {
    pivot: numberIn(data, 'pivotCount'),
    max: numberIn(data, 'maxPivots', LIMIT_SPECS.maxPivots.fallback),
  };
}

/** The facts of a `task_status_changed` event; undefined where the status is none we know. */
export function changedStatus({
  data,
}: DevsEvent): { readonly to: TaskStatus; readonly reason: string } | undefined {
  const to = TASK_STATUSES.find((status) => status === data['to']);
  return to === undefined ? undefined : { to, reason: textIn(data, 'reason') };
}

/** The facts of a `retry_scheduled` event. */
export function scheduledRetry({ data }: DevsEvent): {
  /** ISO 8601, UTC. */
  readonly until: string;
  readonly reason: string;
} {
  return { until: textIn(data, 'until'), reason: textIn(data, 'reason') };
}

function numberIn(data: DevsEvent['data'], key: string, fallback = 0): number {
  const value = data[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

/** A text of an event; '' where it has none. */
export function textIn(data: DevsEvent['data'], key: string): string {
  const value = data[key];
  return typeof value === 'string' ? value : '';
}
