import type { DevsConfig } from '../../model/config/config';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { issueName } from '../../model/report/describeFailure';
import type { RunReports } from '../../ports/runReports';
import type { StoreReader } from '../../ports/store';
import { issueMarkdown, type IssueTask } from '../../reports/pause/issueMarkdown';

export interface IssueTools {
  readonly issues: Pick<RunReports, 'writeIssue'>;
  /** Absent: the file cannot be read; the issue then tells the task's id alone. */
  readonly config: Pick<DevsConfig, 'tasks'> | undefined;
  /** Told of an issue that could not be written. */
  readonly warn: (message: string) => void;
}

/**
 * Writes the issue about a task that was given up, and resolves with its absolute path; undefined for any
 * other task. One that cannot be written is told: the report says the same.
 */
export async function fileIssue(
  { issues, config, warn }: IssueTools,
  report: FailureAnalysisReport,
): Promise<string | undefined> {
  const name = issueName(report);
  if (name === undefined) return undefined;
  try {
    return await issues.writeIssue(name, issueMarkdown(report, issueTask(config, report)));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(`The issue about ${report.taskId} could not be written: ${why}`);
    return undefined;
  }
}

/** Writes the issues that a killed process recorded and did not come to write. */
export async function fileMissingIssues(
  tools: IssueTools & { readonly issues: Pick<RunReports, 'findIssue'> },
  store: Pick<StoreReader, 'listTasks' | 'latestReport'>,
): Promise<void> {
  for (const { id, status } of store.listTasks()) {
    const report = status === 'aborted_stuck' ? store.latestReport(id) : undefined;
    const name = report && issueName(report);
    if (report === undefined || name === undefined) continue;
    if ((await tools.issues.findIssue(name)) === undefined) await fileIssue(tools, report);
  }
}

/** The task whose turn it was: the one that was given up, or a part of it. */
function issueTask(
  config: IssueTools['config'],
  { taskId, turns }: FailureAnalysisReport,
): IssueTask {
  const workedOn = turns.at(-1)?.taskId ?? taskId;
  const task = config?.tasks.find(({ id }) => id === workedOn);
  const subtask = workedOn === taskId ? {} : { subtask: workedOn };
  return { title: task?.title ?? workedOn, goal: task?.goal ?? '', ...subtask };
}
