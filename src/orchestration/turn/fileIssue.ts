import type { FailureAnalysisReport } from '../../domain/report';
import { issueText } from '../../recovery/roles/issueText';
import type { OrchestrationDeps } from '../orchestrationDeps';
import type { TurnPlan } from './turnPlan';

/** Writes the issue about a task that was given up. One that cannot be written is told: the report says the same. */
export async function fileIssue(
  { issues, observer }: Pick<OrchestrationDeps, 'issues' | 'observer'>,
  { task, countsOn, number }: Pick<TurnPlan, 'task' | 'countsOn' | 'number'>,
  report: FailureAnalysisReport,
): Promise<void> {
  const { title, goal } = task;
  const subtask = task.id === countsOn ? {} : { subtask: task.id };
  try {
    await issues.writeIssue(
      `${countsOn}-turn-${number}`,
      issueText(report, { title, goal, ...subtask }),
    );
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    observer.onWarning(`The issue about ${countsOn} could not be written: ${why}`);
  }
}
