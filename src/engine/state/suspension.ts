import type { SuspendReason } from '../../model/report/pauseReport';
import type { Store, StoreReader } from '../../ports/store';
import type { EventJournal } from './eventJournal';
import { requireTask } from './requireTask';
import type { LoopDetection, Standing } from './loopDetection';
import type { StateController } from './stateController';
import { applyTransition } from './applyTransition';
import type { EventData } from '../../model/events/devsEvent';
import { selectCounted } from '../../model/turn/turn';
import { countOf } from '../../text/count';

export interface SuspensionTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly loopDetection: LoopDetection;
  readonly stateController: StateController;
  /** Whether a pause ends the run. */
  readonly stopOnPause: boolean;
}

export interface SuspensionRequest {
  /** The (sub)task whose turn led to it. */
  readonly taskId: string;
  /** The task that is paused: the one its turns count on. */
  readonly countsOn: string;
  readonly reason: SuspendReason;
  /** Status and reason of the task; absent: paused, with the text of `reason`. */
  readonly standing?: Standing;
}

/** The entropy pause: suspends the counting task and so all its subtasks. Call it in a transaction. */
export function suspendTask(tools: SuspensionTools, request: SuspensionRequest): void {
  const { loopDetection, journal, stateController, stopOnPause, store } = tools;
  const { countsOn, taskId, reason, standing } = request;
  const from = requireTask(store, countsOn).status;
  loopDetection.suspendAgent(countsOn, reason, standing);
  const { status, statusReason } = requireTask(store, countsOn);
  if (taskId !== countsOn) applyTransition(tools, taskId, { type: 'yielded', reason: '' });
  journal.record({
    event: 'task_status_changed',
    taskId: countsOn,
    data: { from, to: status, reason: statusReason },
  });
  journal.record({
    event: 'gate_triggered',
    taskId: countsOn,
    data: gateFacts(store, countsOn, reason),
  });
  if (stopOnPause) stateController.pause();
}

/** Failures that a gate's event lists, the newest (docs/decisions/loop-detection-algorithm.md: "last N failures"). */
const LISTED_FAILURES = 10;

/**
 * What `gate_triggered` tells of a task that was just suspended (docs/decisions/loop-detection-algorithm.md, "Logging"): which agent
 * failed, how many turns without progress it took since a human last let it go on, and how they failed.
 */
function gateFacts(
  store: StoreReader,
  taskId: string,
  reason: SuspendReason,
): EventData<'gate_triggered'> {
  const task = requireTask(store, taskId);
  const turns = selectCounted(store.listTurns(taskId)).filter(
    ({ number }) => number > task.turnsBefore,
  );
  const attempts = turns.filter(({ outcome }) => outcome === 'no_progress').length;
  const last = turns.at(-1);
  return {
    reason,
    failureCount: store.getFailures(taskId)?.failureCount ?? 0,
    ...(last && { turn: last.number }),
    agent_id: last?.agent ?? '',
    loop_count: attempts,
    trigger_reason:
      reason === 'MAX_PIVOTS_EXCEEDED'
        ? `Loop detected after ${countOf(attempts, 'attempt')}`
        : task.statusReason,
    failure_history: turns
      .flatMap(({ number, endedAt, agent, failure }) =>
        failure === undefined
          ? []
          : {
              turn: number,
              agent_id: agent,
              error_signature: failure.exactMessage,
              error_type: failure.errorType,
              timestamp: endedAt,
            },
      )
      .slice(-LISTED_FAILURES),
  };
}
