import type { TaskWait } from './taskWait';

/** Exactly these strings are stored in `run_state.status`. */
export const RUN_STATUSES = ['IDLE', 'RUNNING', 'PAUSED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** What one run ended with; the command line turns it into an exit code. */
export type RunEnd =
  | { readonly kind: 'allDone' }
  | ({ readonly kind: 'needsHuman'; readonly taskIds: readonly string[] } & LeftWaiting)
  | { readonly kind: 'donePartial'; readonly taskIds: readonly string[] }
  | { readonly kind: 'waiting'; readonly taskIds: readonly string[] }
  | ({ readonly kind: 'stopped' | 'cancelled' } & LeftWaiting & {
        /** No turn was running: the run only waited for a clock. */
        readonly whileWaiting?: true;
      });

/** Tasks that the next run goes on with when their time has come; absent for none. */
export interface LeftWaiting {
  readonly waits?: readonly TaskWait[];
}

/** Something that happened, kept for the history and told to whoever listens. */
export interface DevsEvent {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly event: EventName;
  readonly taskId?: string;
  /** Facts of the event; JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

export const EVENT_NAMES = [
  'run_started',
  'run_ended',
  'turn_started',
  'turn_ended',
  'loop_detected',
  'pivot_issued',
  'gate_triggered',
  'loop_counter_reset',
  'task_status_changed',
  'intervention',
  'retry_scheduled',
  'state_recovered',
  'attempt_recorded',
  'loop_recovery',
  'authority_withdrawn',
  'lesson_recorded',
  'judge_asked',
] as const;
export type EventName = (typeof EVENT_NAMES)[number];
