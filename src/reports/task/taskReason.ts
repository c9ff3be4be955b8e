import { describeStopReason } from '../hops/describeHop';
import type { TaskOverview } from '../../model/overview/overview';
import { withFullStop } from '../../text/sentence';

/** Reason for a task's status: the loop if one turn's loop caused the pause, else its status reason. */
export function taskReason({
  status,
  statusReason,
  report,
}: Pick<TaskOverview, 'status' | 'statusReason' | 'report'>): string {
  const byStrategies =
    report?.reason === 'MAX_PIVOTS_EXCEEDED' && describeStopReason(report) !== '';
  if (status !== 'PAUSED_FOR_INTERVENTION' || !byStrategies) return statusReason;
  return `${withFullStop(describeStopReason(report))} It needs your decision.`;
}
