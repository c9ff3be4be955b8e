import type { FailureAnalysisReport } from '../../domain/report';
import { issueName } from '../../domain/reportWords';
import { issueText } from '../../recovery/roles/issueText';
import type { OrchestrationDeps } from '../orchestrationDeps';
import type { TurnPlan } from './turnPlan';

/**
 * Writes the issue about a task that was given up, and resolves with its absolute path; undefined for any
 * other task. One that cannot be written is told: the report says the same.
 */
export async function fileIssue(
  { issues, observer }: Pick<OrchestrationDeps, 'issues' | 'observer'>,
  { task, countsOn }: Pick<TurnPlan, 'task' | 'countsOn'>,
  report: FailureAnalysisReport,
): Promise<string | undefined> {
  const name = issueName(report);
  if (name === undefined) return undefined;
  const { title, goal } = task;
  const subtask = task.id === countsOn ? {} : { subtask: task.id };
  try {
    return await issues.writeIssue(name, issueText(report, { title, goal, ...subtask }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    observer.onWarning(`The issue about ${countsOn} could not be written: ${why}`);
    return undefined;
  }
}
