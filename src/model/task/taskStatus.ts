import type { TaskStatus } from './task';

/** What a human can do to a task (design: the table of transitions in docs/error-handling.md). */
export const INTERVENTIONS = ['skip', 'resume', 'notALoop', 'retry', 'rewind', 'redo'] as const;
export type Intervention = (typeof INTERVENTIONS)[number];

/** Statuses in which a task waits for a human. */
export function needsHuman(status: TaskStatus): boolean {
  return status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck' || status === 'blocked';
}

/** Statuses from which a task does not go on by itself. */
export function isFinished(status: TaskStatus): boolean {
  return status === 'done' || status === 'done_partial' || status === 'skipped';
}

/** Whether tasks that depend on one with this status may run; those of a skipped task wait. */
export function releasesDependents(status: TaskStatus): boolean {
  return status === 'done' || status === 'done_partial';
}

export type Transition =
  | { readonly ok: true; readonly next: TaskStatus }
  | { readonly ok: false; readonly reason: string };

/**
 * What an intervention makes of a status; a refusal says what can be done instead. `waits`: the task
 * is pending and waits for a clock, which a human may end by resuming it.
 */
export function findTransition(
  status: TaskStatus,
  intervention: Intervention,
  waits = false,
): Transition {
  switch (intervention) {
    case 'skip':
      return isFinished(status) ? refuse(`it is already ${status}`) : { ok: true, next: 'skipped' };
    case 'resume':
      return needsHuman(status) || (waits && status === 'pending')
        ? { ok: true, next: 'pending' }
        : refuse(
            isFinished(status)
              ? `it is ${status}; "retry" starts it anew`
              : `it is ${status}; only a paused, blocked or aborted task can be resumed`,
          );
    case 'notALoop':
      return needsHuman(status) || status === 'done_partial'
        ? { ok: true, next: 'pending' }
        : refuse(`it is ${status}; only a task that was stopped for a loop can be cleared of it`);
    case 'rewind':
    case 'redo':
      return status === 'in_progress'
        ? refuse('it is running; pause the run first (`devs pause`)')
        : { ok: true, next: status };
    case 'retry':
      return isFinished(status)
        ? { ok: true, next: 'pending' }
        : refuse(
            needsHuman(status)
              ? `it is ${status}; "resume" goes on with it`
              : `it is ${status}; only a finished or skipped task can be retried`,
          );
    default:
      return intervention satisfies never;
  }
}

function refuse(reason: string): Transition {
  return { ok: false, reason };
}

/** The interventions that apply to a task with this status, in the order they are offered; `waits` as in `intervene`. */
export function applicableInterventions(
  status: TaskStatus,
  waits = false,
): readonly Intervention[] {
  return INTERVENTIONS.filter((intervention) => findTransition(status, intervention, waits).ok);
}
