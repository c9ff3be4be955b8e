import type { SuspendReason } from '../../model/report/pauseReport';
import type { Store } from '../../ports/store';
import type { EventJournal } from './eventJournal';
import { requireTask } from './requireTask';
import type { LoopDetection, Standing } from './loopDetection';
import type { StateController } from './stateController';
import { applyTransition } from './applyTransition';
import { recordGate } from './recordGate';
import { leaveDueFiles } from './recordPivotFiles';

export interface SuspensionTools {
  readonly store: Store;
  readonly journal: EventJournal;
  readonly loopDetection: LoopDetection;
  readonly stateController: StateController;
  /** As in `CommitTools`. */
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

/**
 * The entropy pause: suspends the counting task and so all its subtasks. Call it in a transaction. A review ends no run:
 * nothing went wrong.
 */
export function suspendTask(tools: SuspensionTools, request: SuspensionRequest): void {
  const { loopDetection, journal, stateController, stopOnPause, store } = tools;
  const { countsOn, taskId, reason, standing } = request;
  const from = requireTask(store, countsOn).status;
  leaveDueFiles(tools, countsOn);
  loopDetection.suspendAgent(countsOn, reason, standing);
  const { status, statusReason } = requireTask(store, countsOn);
  if (taskId !== countsOn) applyTransition(tools, taskId, { type: 'yielded', reason: '' });
  journal.record({
    event: 'task_status_changed',
    taskId: countsOn,
    data: { from, to: status, reason: statusReason },
  });
  recordGate(tools, { taskId: countsOn, countsOn, reason });
  if (stopOnPause && reason !== 'REVIEW') stateController.pause();
}
