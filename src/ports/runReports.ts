import type { RunReport, RunReportLine } from '../model/run/runReport';

/** Maximum number of run reports kept; the newest. */
export const MAX_RUN_REPORTS = 100;

/** Absolute paths of a report's files. */
export interface ReportFiles {
  readonly markdown: string;
  readonly json: string;
}

/** Options for copying a report with its linked files. */
export interface ReportCopy {
  /** Absolute path of a folder, which is created if missing. */
  readonly folder: string;
  /** Whether existing files are replaced. */
  readonly force: boolean;
  /** Renders the report's text; links are relative to the folder, which has the paths of the state folder. */
  readonly markdown: (report: RunReport) => string;
}

export type CopyAnswer =
  | { readonly ok: true; readonly files: ReportFiles; readonly copied: number }
  /** `taken`: files exist, which `force` would replace. */
  | { readonly ok: false; readonly message: string; readonly taken?: true };

/** Report files in the state folder: `runs/<id>.md` and `.json`, `issues/<name>.md`. */
export interface RunReports {
  /** Writes both files atomically; replaces a report with the same id. Rejects with `StateError` if writing fails. */
  write(report: RunReport, markdown: string): Promise<ReportFiles>;
  /**
   * Writes the changes of a turn as `runs/<id>/<name>`, replacing an existing file; returns its path in the state
   * folder, with `/`. Rejects as `write`.
   */
  writeDiff(id: string, name: string, diff: string): Promise<string>;
  /** Ids of all reports, newest first, readable or not. Never rejects. */
  ids(): Promise<readonly string[]>;
  /** Lists reports, newest first, without unreadable ones. Never rejects. */
  list(): Promise<readonly RunReportLine[]>;
  /** Reads a report by its id or a prefix; undefined if there is none or several. */
  read(id: string): Promise<(ReportFiles & { readonly report: RunReport }) | undefined>;
  /** Copies a report with its remaining transcripts and diffs. Rejects with `StateError` if writing fails. */
  copy(report: RunReport, to: ReportCopy): Promise<CopyAnswer>;
  /**
   * Removes all but the newest `keep` reports, each with its diffs, and issues older than the remaining reports.
   * Resolves with what could not be removed, one sentence each for humans. Never rejects.
   */
  prune(keep: number): Promise<readonly string[]>;
  /** Writes an issue about a task that was given up; returns its absolute path. Rejects as `write`. */
  writeIssue(name: string, markdown: string): Promise<string>;
  /** Absolute path of the issue with that name; undefined if there is none. Never rejects. */
  findIssue(name: string): Promise<string | undefined>;
}
