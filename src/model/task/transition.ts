import type { TaskRecord, TaskStatus } from './task';
import type { EngineEvent, HumanEvent, TaskEvent } from './taskEvent';
import { checkTransition } from './transitionTable';

/** Side effect of a status change outside the task's record; `applyTransition` performs it. */
export type EngineEffect =
  /** Records the change of the status in the history. */
  | {
      readonly type: 'recordChange';
      readonly from: TaskStatus;
      readonly to: TaskStatus;
      readonly reason: string;
    }
  /** The task waits for its next attempt after all waiting tasks. */
  | { readonly type: 'joinQueue' }
  | { readonly type: 'clearHints' }
  /** Removes its failed strategies, abandoned replies and states, and the memory of its roles. */
  | { readonly type: 'forgetStrategies' }
  /** Existing attempts no longer prove a loop. */
  | { readonly type: 'restartAttempts' };

/** Further side effects of an intervention, in this order; all but `skipSubtasks` before the status changes. */
export type HumanEffect =
  /** Ends the waits of the task and its open subtasks. */
  | { readonly type: 'endWaits' }
  /** Forgets the usage limit of an agent. */
  | { readonly type: 'forgetLimit'; readonly agent: string }
  /** Ends attempts that wait for a time. */
  | { readonly type: 'endAttempts' }
  /** Sets entropy, pivots and the count of failed strategies of the counting task to 0. */
  | { readonly type: 'resetCounters'; readonly reason: string }
  | { readonly type: 'addHint'; readonly hint: string }
  /** Turns count from the next one on; its failures are removed. */
  | { readonly type: 'startOver' }
  /** Closes its directives; if `proof` is set, existing attempts no longer prove a loop. */
  | { readonly type: 'closeDirectives'; readonly proof: boolean }
  | { readonly type: 'skipSubtasks' }
  | { readonly type: 'skipSubtask'; readonly subtask: string; readonly reason: string }
  /** Ends the subtask as done, for `reason`; its last measurement becomes the best one. */
  | { readonly type: 'acceptSubtask'; readonly subtask: string; readonly reason: string }
  /** The task and its open subtasks precede all waiting tasks. */
  | { readonly type: 'queueFirst' };

export type TransitionEffect = EngineEffect | HumanEffect;

export type Transition<E extends TransitionEffect = TransitionEffect> =
  | { readonly ok: true; readonly task: TaskRecord; readonly effects: readonly E[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Applies an event to a task: returns the new record and the side effects. Pure. Refused, with the reason, if the
 * transition table does not allow it: a concurrent skip by a human takes precedence.
 */
export function transition(task: TaskRecord, event: EngineEvent): Transition<EngineEffect>;
export function transition(task: TaskRecord, event: TaskEvent): Transition;
export function transition(task: TaskRecord, event: TaskEvent): Transition {
  const waits = (event.type === 'resume' || event.type === 'stopWaiting') && event.waits;
  const check = checkTransition(task.status, event.type, waits);
  if (!check.ok) return check;
  // The end of a wait changes nothing else: the attempt goes on with its counters.
  if (event.type === 'stopWaiting') {
    const { agent } = event;
    const tried = agent === undefined ? [] : [{ type: 'forgetLimit', agent } as const];
    const effects = [{ type: 'endWaits' } as const, ...tried];
    return { ok: true, task: { ...task, statusReason: '' }, effects };
  }
  const change = changeOf(event, check.next);
  const next: TaskRecord = { ...task, waitingUntil: undefined, landing: undefined, ...change };
  const effects = [...effectsOf(task, event), ...recordOf(task, next), ...subtaskEffects(event)];
  return { ok: true, task: next, effects };
}

/** An event that begins or ends something. */
type ChangingEvent = Exclude<TaskEvent, { readonly type: 'stopWaiting' }>;

/** Fields of a task without counted turns. */
const UNTRIED = {
  ...{ startState: undefined, best: undefined, bestTurn: undefined },
  ...{ unverified: false, agentOverride: undefined },
} as const;

type Change = Pick<TaskRecord, 'status' | 'statusReason'> & Partial<TaskRecord>;

function changeOf(event: ChangingEvent, [next]: readonly TaskStatus[]): Change {
  const statusReason = reasonOf(event);
  switch (event.type) {
    case 'succeeded':
      return { status: 'done', statusReason, unverified: event.unverified };
    case 'suspended':
      return { status: event.status, statusReason, pivotDue: 0 };
    case 'loopEnded':
      return { status: event.status, statusReason };
    case 'delayed':
      return { status: 'pending', statusReason, waitingUntil: event.until };
    case 'resume':
      return {
        ...{ status: 'pending', statusReason },
        ...(event.agent !== undefined && { agentOverride: event.agent }),
      };
    case 'accept':
      return event.subtask === undefined && event.lands !== true
        ? { status: 'done', statusReason, unverified: false }
        : { status: 'pending', statusReason };
    case 'accepted':
      return { status: 'done', statusReason, unverified: false };
    case 'discard':
      return { status: event.subtask === undefined ? 'skipped' : 'pending', statusReason };
    case 'retry':
      return { status: 'pending', statusReason, ...UNTRIED };
    case 'started':
    case 'partlyDone':
    case 'blocked':
    case 'yielded':
    case 'interrupted':
    case 'loopEscalated':
    case 'skip':
    case 'sendBack':
    case 'notALoop':
      // The table has one status for each of them.
      return { status: next ?? 'pending', statusReason };
    default:
      return event satisfies never;
  }
}

function reasonOf(event: ChangingEvent): string {
  switch (event.type) {
    case 'started':
    case 'resume':
    case 'sendBack':
    case 'notALoop':
    case 'retry':
      return '';
    case 'discard':
      return event.subtask === undefined ? DISCARDED : '';
    case 'interrupted':
      return 'interrupted; it continues with the next run';
    case 'skip':
      if (event.because !== undefined) return event.because;
      return event.with === undefined ? SKIPPED : `${SKIPPED}, with ${event.with}`;
    case 'accept':
      return event.subtask === undefined && event.lands !== true ? acceptedFor(event.doubt) : '';
    case 'succeeded':
    case 'accepted':
    case 'partlyDone':
    case 'blocked':
    case 'suspended':
    case 'delayed':
    case 'yielded':
    case 'loopEnded':
    case 'loopEscalated':
      return event.reason;
    default:
      return event satisfies never;
  }
}

const SKIPPED = 'skipped by you';

/** Why a task is skipped whose change a human did not want. */
export const DISCARDED = 'its change was discarded in review';

function acceptedFor(doubt: string): string {
  return `accepted by you: ${doubt}`;
}

function effectsOf(task: TaskRecord, event: ChangingEvent): readonly TransitionEffect[] {
  switch (event.type) {
    case 'started':
    case 'blocked':
    case 'loopEscalated':
    case 'suspended':
    case 'delayed':
      return [];
    case 'succeeded':
      return [
        CLEAR_HINTS,
        ...(event.countsOnItself ? [{ type: 'forgetStrategies' } as const] : []),
      ];
    case 'accepted':
    case 'partlyDone':
      return [CLEAR_HINTS];
    case 'yielded':
    case 'interrupted':
      return [{ type: 'joinQueue' }];
    case 'loopEnded':
      return [{ type: 'restartAttempts' }, CLEAR_HINTS];
    case 'skip':
    case 'resume':
    case 'accept':
    case 'sendBack':
    case 'discard':
    case 'notALoop':
    case 'retry':
      return effectsOfHuman(task, event);
    default:
      return event satisfies never;
  }
}

const CLEAR_HINTS = { type: 'clearHints' } as const;

function effectsOfHuman(
  { status }: TaskRecord,
  event: Extract<ChangingEvent, HumanEvent>,
): readonly TransitionEffect[] {
  switch (event.type) {
    case 'skip':
      return event.with === undefined
        ? [{ type: 'endAttempts' }, { type: 'closeDirectives', proof: false }]
        : [];
    case 'resume':
      return [
        // The limit of the previous agent does not apply to another one, which is tried.
        event.agent === undefined
          ? { type: 'endWaits' }
          : { type: 'forgetLimit', agent: event.agent },
        { type: 'endAttempts' },
        ...(event.allowed !== undefined
          ? []
          : [{ type: 'resetCounters', reason: 'Human intervention' } as const]),
        ...(event.hint === undefined ? [] : [{ type: 'addHint', hint: event.hint } as const]),
        ...(event.allowed !== undefined ? [] : [{ type: 'closeDirectives', proof: true } as const]),
        { type: 'queueFirst' },
      ];
    case 'accept':
      return [
        { type: 'resetCounters', reason: 'Human intervention' },
        { type: 'closeDirectives', proof: true },
        ...acceptEffects(event),
      ];
    case 'sendBack':
      return [
        { type: 'endWaits' },
        { type: 'resetCounters', reason: 'Human intervention' },
        { type: 'closeDirectives', proof: true },
        { type: 'queueFirst' },
      ];
    case 'discard':
      return event.subtask === undefined
        ? [{ type: 'closeDirectives', proof: false }]
        : [
            { type: 'resetCounters', reason: 'Human intervention' },
            { type: 'closeDirectives', proof: true },
            { type: 'skipSubtask', subtask: event.subtask, reason: DISCARDED },
            { type: 'queueFirst' },
          ];
    case 'notALoop':
      return [
        { type: 'endWaits' },
        { type: 'endAttempts' },
        { type: 'resetCounters', reason: 'Human intervention: this was not a loop' },
        { type: 'closeDirectives', proof: true },
        { type: 'queueFirst' },
      ];
    case 'retry':
      return [
        { type: 'endWaits' },
        { type: 'endAttempts' },
        { type: 'resetCounters', reason: 'Retried' },
        { type: 'startOver' },
        CLEAR_HINTS,
        // Repeated retries of a finished task without new results are a loop as well.
        { type: 'closeDirectives', proof: status === 'skipped' },
        { type: 'queueFirst' },
      ];
    default:
      return event satisfies never;
  }
}

/** An accepted pass is a success of the task, or of its subtask. */
function acceptEffects({
  doubt,
  subtask,
  lands,
}: HumanEvent & { readonly type: 'accept' }): readonly TransitionEffect[] {
  // It is done when its work has landed, and its hints hold until then.
  if (lands === true) return [{ type: 'queueFirst' }];
  return subtask === undefined
    ? [CLEAR_HINTS, { type: 'forgetStrategies' }]
    : [{ type: 'acceptSubtask', subtask, reason: acceptedFor(doubt) }];
}

/** What happens to its subtasks, after its own change in the history. */
function subtaskEffects(event: TaskEvent): readonly TransitionEffect[] {
  const skips =
    (event.type === 'skip' && event.with === undefined) ||
    (event.type === 'discard' && event.subtask === undefined);
  return skips ? [{ type: 'skipSubtasks' }] : [];
}

function recordOf(
  before: TaskRecord,
  { status, statusReason }: TaskRecord,
): readonly EngineEffect[] {
  return before.status === status
    ? []
    : [{ type: 'recordChange', from: before.status, to: status, reason: statusReason }];
}
