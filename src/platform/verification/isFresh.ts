import type { ReportFile } from './reportFiles';

/** What is remembered of a report from before the verification. */
export type ReportMark = Pick<ReportFile, 'mtimeMs' | 'hash'>;

/** What a report is held against: those that were there before, by path, and when it all began. */
export interface Beginning {
  readonly before: ReadonlyMap<string, ReportMark>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Milliseconds by which a file system may round a time down (FAT: two seconds). */
const MTIME_GRANULARITY_MS = 2_000;

/**
 * True for a report that the verification wrote: it is new, touched or changed, and not older than
 * the start. Any other tells of an earlier run, be it one that was put into its place.
 */
export function isFresh(
  file: ReportMark & { readonly path: string },
  { before, startedAt }: Beginning,
): boolean {
  const earlier = before.get(file.path);
  const untouched = earlier?.mtimeMs === file.mtimeMs && earlier.hash === file.hash;
  return !untouched && file.mtimeMs >= startedAt - MTIME_GRANULARITY_MS;
}
