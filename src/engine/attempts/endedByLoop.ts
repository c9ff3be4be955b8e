import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { TaskStatus } from '../../model/task/task';
import type { StoreReader } from '../../ports/store';

/** Whether a loop caused the task's status, so that a human can mark it as not a loop. */
export function endsLoop(store: StoreReader, taskId: string): boolean {
  const status = store.getTask(taskId)?.status;
  if (status === undefined) return false;
  if (status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck') {
    return isLoopPause(store.latestReport(taskId));
  }
  return isEndedByRecovery(store, taskId, status);
}

/** A task is stopped for a loop, unless a limit of turns or minutes was reached or its planner gave it up. */
export function isLoopPause(report: FailureAnalysisReport | undefined): boolean {
  return (
    report === undefined ||
    report.reason === 'MAX_PIVOTS_EXCEEDED' ||
    report.reason === 'MAX_LOOP_EDGE'
  );
}

/** An escalation is open until a human decides; only a loop leaves a task partly done. */
function isEndedByRecovery(store: StoreReader, taskId: string, status: TaskStatus): boolean {
  if (status !== 'blocked' && status !== 'done_partial') return false;
  const entries =
    status === 'blocked'
      ? store.listContextEntries({ taskId, topic: 'loop_escalation', open: true })
      : store.listContextEntries({ taskId, topic: 'loop_recovery', limit: 1 });
  return entries.some(({ loop }) => loop !== undefined);
}
