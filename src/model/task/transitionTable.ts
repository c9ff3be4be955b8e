import { statusWord } from './statusNames';
import type { TaskStatus } from './task';
import { INTERVENTIONS, type Intervention, type TaskEventType } from './taskEvent';
import { isFinished, needsHuman } from './taskStatus';

/** Effect of one event on the status of a task. */
export interface TransitionRule {
  readonly from: readonly TaskStatus[];
  /** The new status, or the possible ones; absent: the status stays. */
  readonly to?: readonly TaskStatus[];
  /** Statuses in which it applies only while the task waits for a time. */
  readonly fromWait?: readonly TaskStatus[];
}

const OPEN = ['pending', 'in_progress'] as const;
const NEEDS_HUMAN = ['PAUSED_FOR_INTERVENTION', 'blocked', 'aborted_stuck'] as const;
const FINISHED = ['done', 'done_partial', 'skipped'] as const;

/**
 * All status changes of a task, by humans and the engine. A subtask's turn may also suspend the task it counts on,
 * which is `pending`.
 */
export const TRANSITIONS: Readonly<Record<TaskEventType, TransitionRule>> = {
  started: { from: ['pending'], to: ['in_progress'] },
  succeeded: { from: ['in_progress'], to: ['done'] },
  accepted: { from: ['pending'], to: ['done'] },
  partlyDone: { from: ['in_progress'], to: ['done_partial'] },
  blocked: { from: ['in_progress'], to: ['blocked'] },
  // A subtask can be added to a finished task, on which it counts.
  suspended: { from: [...OPEN, ...FINISHED], to: ['PAUSED_FOR_INTERVENTION', 'aborted_stuck'] },
  delayed: { from: ['in_progress'], to: ['pending'] },
  yielded: { from: ['in_progress'], to: ['pending'] },
  interrupted: { from: ['in_progress'], to: ['pending'] },
  loopEnded: { from: OPEN, to: ['done', 'done_partial'] },
  loopEscalated: { from: OPEN, to: ['blocked'] },
  skip: { from: [...OPEN, ...NEEDS_HUMAN], to: ['skipped'] },
  resume: { from: NEEDS_HUMAN, to: ['pending'], fromWait: ['pending'] },
  stopWaiting: { from: [], to: ['pending'], fromWait: ['pending'] },
  // It goes on when the pass was a subtask's.
  accept: { from: ['PAUSED_FOR_INTERVENTION'], to: ['done', 'pending'] },
  sendBack: { from: ['PAUSED_FOR_INTERVENTION'], to: ['pending'] },
  // It goes on when the change was a subtask's.
  discard: { from: ['PAUSED_FOR_INTERVENTION'], to: ['skipped', 'pending'] },
  notALoop: { from: [...NEEDS_HUMAN, 'done_partial'], to: ['pending'] },
  retry: { from: FINISHED, to: ['pending'] },
  rewind: { from: ['pending', ...NEEDS_HUMAN, ...FINISHED] },
  redo: { from: ['pending', ...NEEDS_HUMAN, ...FINISHED] },
};

export type TransitionCheck =
  | { readonly ok: true; readonly next: readonly TaskStatus[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Whether an event applies to a task with this status, and what the status can become. A refusal names the possible
 * alternative. `waits`: the task waits for a time, and a human can end the wait.
 */
export function checkTransition(
  status: TaskStatus,
  event: TaskEventType,
  waits = false,
): TransitionCheck {
  const { from, to, fromWait = [] } = TRANSITIONS[event];
  return from.includes(status) || (waits && fromWait.includes(status))
    ? { ok: true, next: to ?? [status] }
    : { ok: false, reason: refusal(status, event) };
}

/** Lists the interventions that apply to a task with this status, in display order; `waits` as in `checkTransition`. */
export function applicableInterventions(
  status: TaskStatus,
  waits = false,
): readonly Intervention[] {
  return INTERVENTIONS.filter((intervention) => checkTransition(status, intervention, waits).ok);
}

function refusal(status: TaskStatus, event: TaskEventType): string {
  return isIntervention(event)
    ? REFUSALS[event](status)
    : `"${event}" does not apply: it is ${statusWord(status)}`;
}

function isIntervention(event: TaskEventType): event is Intervention {
  return INTERVENTIONS.some((each) => each === event);
}

const RUNNING = 'it is running; pause the run first (`devs pause`)';

const REFUSALS: Readonly<Record<Intervention, (status: TaskStatus) => string>> = {
  skip: (status) => `it is already ${statusWord(status)}`,
  resume: (status) =>
    isFinished(status)
      ? `it is ${statusWord(status)}; "retry" restarts it`
      : `it is ${statusWord(status)}; only a paused, blocked or aborted task can be resumed`,
  stopWaiting: (status) =>
    status === 'pending'
      ? 'it is pending and waits for no time'
      : `it is ${statusWord(status)}; only a task that waits for a time can stop waiting`,
  accept: (status) =>
    `it is ${statusWord(status)}; only a task that is paused for a doubtful pass or waits for your review can be accepted`,
  sendBack: (status) =>
    `it is ${statusWord(status)}; only a task that waits for your review can be sent back`,
  discard: (status) =>
    `it is ${statusWord(status)}; only a change that waits for your review can be discarded`,
  notALoop: (status) =>
    `it is ${statusWord(status)}; only a task that was stopped for a loop can be marked as not a loop`,
  retry: (status) =>
    needsHuman(status)
      ? `it is ${statusWord(status)}; "resume" continues it`
      : `it is ${statusWord(status)}; only a finished or skipped task can be retried`,
  rewind: () => RUNNING,
  redo: () => RUNNING,
};
