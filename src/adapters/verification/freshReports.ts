import type { ReportFile } from './reportFiles';

/** What is remembered of a report from before the verification. */
export type ReportMark = Pick<ReportFile, 'mtimeMs' | 'hash'>;

/** Milliseconds by which a file system may round a time down (FAT: two seconds). */
const MTIME_GRANULARITY_MS = 2_000;

/**
 * The reports that a verification wrote: whose content changed while it ran, or which are new or
 * touched and not older than its start. Any other tells of an earlier run.
 */
export function freshReports(
  after: readonly ReportFile[],
  {
    before,
    startedAt,
  }: { readonly before: ReadonlyMap<string, ReportMark>; readonly startedAt: number },
): readonly ReportFile[] {
  return after.filter((file) => {
    const earlier = before.get(file.path);
    if (earlier !== undefined && earlier.hash !== file.hash) return true;
    const untouched = earlier?.mtimeMs === file.mtimeMs;
    return !untouched && file.mtimeMs >= startedAt - MTIME_GRANULARITY_MS;
  });
}
