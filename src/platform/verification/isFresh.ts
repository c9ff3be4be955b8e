import type { ReportFile } from './reportFiles';

/** State of a report before the verification. */
export type ReportMark = Pick<ReportFile, 'mtimeMs' | 'hash'>;

/** Reports from before the verification, by path, and its start. */
export interface Beginning {
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
