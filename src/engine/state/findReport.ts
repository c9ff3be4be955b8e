import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import type { TaskRecord } from '../../model/task/task';
import { hasEnded } from '../../model/turn/turn';
import type { StoreReader } from '../../ports/store';
import { buildBlockReport } from '../../reports/pause/blockReport';

/** The report that explains why the task needs a human; undefined if it does not, or if none was filed. */
export function findOpenReport(
  store: Pick<StoreReader, 'latestReport'>,
  { id, status }: Pick<TaskRecord, 'id' | 'status'>,
): FailureAnalysisReport | undefined {
  if (status === 'PAUSED_FOR_INTERVENTION' || status === 'aborted_stuck') {
    return store.latestReport(id);
  }
  if (status !== 'blocked') return undefined;
  const newest = store.latestReport(id);
  return newest?.terminalStatus === 'blocked' ? newest : undefined;
}

/**
 * The newest report of a task. For a task that an earlier version blocked, without a report, it is built from what is
 * stored; undefined for a task that never needed a human.
 */
export function findReport(
  store: StoreReader,
  { taskId, countsOn }: { readonly taskId: string; readonly countsOn: string },
): FailureAnalysisReport | undefined {
  const task = store.getTask(taskId);
  if (task?.status !== 'blocked') return store.latestReport(taskId);
  return findOpenReport(store, task) ?? rebuildReport(store, task, countsOn);
}

/** Status changes of a task that are searched for its block. */
const SEARCHED_CHANGES = 20;

function rebuildReport(
  store: StoreReader,
  { id: taskId, statusReason }: TaskRecord,
  countsOn: string,
): FailureAnalysisReport {
  const loop = store
    .listContextEntries({ taskId, topic: 'loop_escalation', open: true })
    .find((entry) => entry.loop !== undefined)?.loop;
  const blocked = store
    .listTaskEvents(taskId, 'task_status_changed', SEARCHED_CHANGES)
    .find(({ data }) => data.to === 'blocked');
  const lastEnd = store.listTurns(countsOn).findLast(hasEnded)?.endedAt;
  return buildBlockReport({
    ...{ store, taskId, countsOn, statusReason },
    reason: loop === undefined ? 'BLOCKED' : 'ESCALATED',
    at: new Date(blocked?.at ?? lastEnd ?? 0),
    ...(loop && { loop }),
  });
}
