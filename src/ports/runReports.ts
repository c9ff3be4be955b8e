import type { RunReport, RunReportLine } from '../model/run/runReport';

/** Reports of runs that are kept; the newest. */
export const MAX_RUN_REPORTS = 100;

/** Where a report was put: absolute paths. */
export interface ReportFiles {
  readonly markdown: string;
  readonly json: string;
}

/** A copy of a report with what it links to. */
export interface ReportCopy {
  /** Absolute path of a folder; it is made where it is not there. */
  readonly folder: string;
  /** Whether files that are there are replaced. */
  readonly force: boolean;
  /** The report's text; links are relative to the folder, in which paths are as in the state directory. */
  readonly markdown: (report: RunReport) => string;
}

export type CopyAnswer =
  | { readonly ok: true; readonly files: ReportFiles; readonly copied: number }
  /** `taken`: files are in the way, which `force` would replace. */
  | { readonly ok: false; readonly message: string; readonly taken?: true };

/** Reports as files in the state directory: `runs/<id>.md` and `.json`, `issues/<name>.md`. */
export interface RunReports {
  /** Writes both, whole or not at all; a report with the same id is replaced. Rejects with `StateError` when the disk refuses. */
  write(report: RunReport, markdown: string): Promise<ReportFiles>;
  /**
   * Writes what a turn changed as `runs/<id>/<name>`, in place of one with that name; returns its path
   * in the state directory, with `/`. Rejects as `write`.
   */
  writeDiff(id: string, name: string, diff: string): Promise<string>;
  /** Ids of all that are there, newest first; whether they can be read is not looked at. Never rejects. */
  ids(): Promise<readonly string[]>;
  /** Newest first. What is no report is left out. Never rejects. */
  list(): Promise<readonly RunReportLine[]>;
  /** By its id or the beginning of one; undefined when there is none or several. */
  read(id: string): Promise<(ReportFiles & { readonly report: RunReport }) | undefined>;
  /** Copies a report with the transcripts and diffs that are still there. Rejects with `StateError` when the disk refuses. */
  copy(report: RunReport, to: ReportCopy): Promise<CopyAnswer>;
  /**
   * Removes all but the newest so many, each with its diffs, and issues that are older than those that
   * stay. Resolves with what could not be removed: a sentence each for humans. Never rejects.
   */
  prune(keep: number): Promise<readonly string[]>;
  /** Writes an issue about a task that was given up; returns its absolute path. Rejects as `write`. */
  writeIssue(name: string, markdown: string): Promise<string>;
  /** Absolute path of the issue with that name; undefined when there is none. Never rejects. */
  findIssue(name: string): Promise<string | undefined>;
}
