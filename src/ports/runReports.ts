import type { RunReport, RunReportLine } from '../domain/runReport';

/** Where a report was put: absolute paths. */
export interface ReportFiles {
  readonly markdown: string;
  readonly json: string;
}

/** Reports as files in the state directory: `runs/<id>.md` and `.json`, `issues/<name>.md`. */
export interface RunReports {
  /** Writes both, whole or not at all; a report with the same id is replaced. Rejects with `StateError` when the disk refuses. */
  write(report: RunReport, markdown: string): Promise<ReportFiles>;
  /** Newest first. What is no report is left out. */
  list(): Promise<readonly RunReportLine[]>;
  /** By its id or the beginning of one; undefined when there is none or several. */
  read(id: string): Promise<(ReportFiles & { readonly report: RunReport }) | undefined>;
  /** Writes an issue about a task that was given up; returns its absolute path. */
  writeIssue(name: string, markdown: string): Promise<string>;
}
