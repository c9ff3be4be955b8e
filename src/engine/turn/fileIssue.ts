import type { DevsConfig } from '../../model/config/config';
import type { FailureAnalysisReport } from '../../model/report/pauseReport';
import { issueName } from '../../model/report/describeFailure';
import type { RunReports } from '../../ports/runReports';
import type { StoreReader } from '../../ports/store';
import { issueMarkdown, type IssueTask } from '../../reports/pause/issueMarkdown';

export interface IssueTools {
  readonly issues: Pick<RunReports, 'writeIssue'>;
  /** Absent if the file cannot be read; the issue then has only the task's id. */
  readonly config: Pick<DevsConfig, 'tasks'> | undefined;
  /** Called for an issue that could not be written. */
  readonly warn: (message: string) => void;
}

/**
 * Writes the issue about a task that was given up, and resolves with its absolute path; undefined for any other task.
 * Warns if it cannot be written, since the report has the same content.
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
    warn(`Devs could not write the issue file about ${report.taskId}: ${why}`);
    return undefined;
  }
}

/** Writes issues that a killed process recorded but did not write. */
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

/** The task of the last turn: the one that was given up, or one of its subtasks. */
function issueTask(
  config: IssueTools['config'],
  { taskId, turns }: FailureAnalysisReport,
): IssueTask {
  const workedOn = turns.at(-1)?.taskId ?? taskId;
  const task = config?.tasks.find(({ id }) => id === workedOn);
  const subtask = workedOn === taskId ? {} : { subtask: workedOn };
  return { title: task?.title ?? workedOn, goal: task?.goal ?? '', ...subtask };
}
