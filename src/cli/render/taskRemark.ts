import { isWaiting, type TaskOverview } from '../../model/overview/overview';
import type { TaskStatus } from '../../model/task/task';
import { releasesDependents } from '../../model/task/taskStatus';
import { describeTaskDebugger } from '../../reports/debugger/describeTaskDebugger';
import { describeHop } from '../../reports/hops/describeHop';
import { landingDetail } from '../../reports/landing/describeLanding';
import { describeContextUsage } from '../../reports/task/describeContextUsage';
import { describePlan } from '../../reports/task/describePlan';
import { describePrediction } from '../../reports/task/describePrediction';
import { describeSteps } from '../../reports/task/describeSteps';
import { taskReason } from '../../reports/task/taskReason';
import { describeWait } from '../terminal/describeWait';
import { printableLine } from '../terminal/printable';

/** The status of each task of the workspace, by id. */
export type Statuses = ReadonlyMap<string, TaskStatus>;

/** Indexed once, so that a list of tasks is not searched for each of them. */
export function statusesOf(tasks: readonly TaskOverview[]): Statuses {
  return new Map(tasks.map(({ id, status }) => [id, status]));
}

/** Remark beside a task in the table: until when it waits, the reason for its status, and how likely it pauses. */
export function describeRemark(task: TaskOverview, statuses: Statuses, now: Date): string {
  const reason = describeReason(task, statuses);
  if (isWaiting(task)) return describeWait(task.waitingUntil, reason, now);
  const prediction = task.prediction === undefined ? '' : describePrediction(task.prediction);
  return [reason === '' ? describeActivity(task) : reason, printableLine(prediction)]
    .filter((part) => part !== '')
    .join('; ');
}

/** Reason for a task's status; for a waiting one, the tasks that it waits for. */
export function describeReason(task: TaskOverview, statuses: Statuses): string {
  const reason = printableLine(taskReason(task));
  if (reason !== '') return reason;
  if (task.landing !== undefined) return printableLine(landingDetail(task.landing));
  if (task.status === 'done' && task.unverified)
    return 'unverified: only the agent says it is done';
  if (task.status !== 'pending') return '';
  const missing = task.dependsOn.flatMap((id) => {
    const status = statuses.get(id);
    if (status !== undefined && releasesDependents(status)) return [];
    return [status === 'skipped' ? `${id} (skipped)` : id];
  });
  return missing.length === 0 ? '' : `waits for ${missing.join(', ')}`;
}

/** Who works for whom inside the turn that runs, which step its agent takes and of which plan; '' for none. */
function describeActivity({ hops, steps, status, debugger: asked }: TaskOverview): string {
  const isAsked = status === 'in_progress' && asked?.kind === 'running';
  const at = [
    ...(isAsked ? [describeTaskDebugger(asked)] : []),
    ...(hops?.current === undefined ? [] : [describeHop(hops.current)]),
    ...(steps === undefined ? [] : [describeSteps(steps)]),
    ...(steps?.plan === undefined ? [] : [describePlan(steps.plan)]),
    ...(steps?.usage === undefined ? [] : [describeContextUsage(steps.usage)]),
  ];
  return at.map(printableLine).join(', ');
}
