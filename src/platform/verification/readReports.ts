import { existsSync } from 'node:fs';
import { parseReport, type Report } from './parseReport';
import { namedReport, reportFiles, type ReportFile } from './reportFiles';

/** The reports that `reports:` names, files or globs. */
export interface ReportPlaces {
  readonly workspaceDir: string;
  readonly patterns: readonly string[];
}

/** Results of reports, and problems of the named ones, one sentence each. */
export interface ReportFindings {
  readonly reports: readonly Report[];
  readonly problems: readonly string[];
}

/** Reports that exist before a verification. Never rejects. */
export async function markReports({
  workspaceDir,
  patterns,
}: ReportPlaces): Promise<ReadonlyMap<string, ReportMark>> {
  const marks = new Map<string, ReportMark>();
  for await (const { path, mtimeMs, hash } of reportFiles(workspaceDir, patterns))
    marks.set(path, { mtimeMs, hash });
  return marks;
}

/** Outcome of one report file. */
type Fate = 'read' | 'old' | 'unknown';

/** Reads the reports that a verification wrote; ignores others. Never rejects. */
export async function readReports(
  places: ReportPlaces,
  beginning: Beginning,
): Promise<ReportFindings> {
  const reports: Report[] = [];
  const fates = new Map<string, Fate>();
  for await (const file of reportFiles(places.workspaceDir, places.patterns)) {
    const report = isFresh(file, beginning) ? parseReport(file.text) : 'old';
    fates.set(file.path, report === 'old' ? 'old' : report ? 'read' : 'unknown');
    if (report !== undefined && report !== 'old') reports.push(report);
  }
  return { reports, problems: problemsOf(places, fates) };
}

function problemsOf(
  { workspaceDir, patterns }: ReportPlaces,
  fates: ReadonlyMap<string, Fate>,
): readonly string[] {
  const problems = patterns.flatMap((pattern) => {
    const path = namedReport(workspaceDir, pattern);
    const problem = path === undefined ? undefined : problemOf(path, fates.get(path));
    return problem === undefined ? [] : [`The report "${pattern}" ${problem}.`];
  });
  return [...new Set(problems)];
}

function problemOf(path: string, fate: Fate | undefined): string | undefined {
  switch (fate) {
    case 'read':
      return undefined;
    case 'old':
      return 'is older than this verification';
    case 'unknown':
      return 'has no results: it is empty, damaged or in an unknown format';
    case undefined:
      return existsSync(path)
        ? 'cannot be read: it must be a file in the workspace of 20 MB at most, called .xml, .json, .tap, .info, .lcov, .txt, .log or .out'
        : 'was not written';
    default:
      return fate satisfies never;
  }
}

/** State of a report before the verification. */
export type ReportMark = Pick<ReportFile, 'mtimeMs' | 'hash'>;

/** Reports from before the verification, by path, and its start. */
interface Beginning {
  readonly before: ReadonlyMap<string, ReportMark>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Milliseconds by which a file system may round a time down (FAT: two seconds). */
const MTIME_GRANULARITY_MS = 2_000;

/**
 * True for a report that the verification wrote: it is new, touched or changed, and not older than
 * the start. Any other report is of an earlier run, even if it was moved into place.
 */
export function isFresh(
  file: ReportMark & { readonly path: string },
  { before, startedAt }: Beginning,
): boolean {
  const earlier = before.get(file.path);
  const untouched = earlier?.mtimeMs === file.mtimeMs && earlier.hash === file.hash;
  return !untouched && file.mtimeMs >= startedAt - MTIME_GRANULARITY_MS;
}
