import { UNKNOWN_EXTENT, type KnownEdit } from '../edits/knownEdit';

/** The first place in code that a report names, with its file or below it. */
const PLACE =
  /(?<![\w./@+-])([\w./@+-]{1,200}\.[A-Za-z]\w{0,7})(?:[:(]|", line |:\[)(\d{1,7})\b|^ {1,8}(\d{1,7}):\d{1,7}\s/m;
/** Cheap pre-check: every place has a number behind one of these marks. */
const MAY_NAME = /[:(]\[?\d|", line \d/;
/** Characters of a report that are read. */
const MAX_READ = 4_096;

/** Lines that may have come above a place besides, such as imports. */
const TOLERANCE = 3;

/** A place that a check reports. */
export interface ReportedPlace {
  /** '' if it stands above the place. */
  readonly file: string;
  readonly line: number;
}

/** Reads the first place in code that the output of a check names; undefined for none. */
export function readReportedPlace(output: string): ReportedPlace | undefined {
  const read = output.slice(0, MAX_READ);
  const found = MAY_NAME.test(read) ? PLACE.exec(read) : null;
  if (found === null) return undefined;
  const [, file = '', line, row] = found;
  return { file, line: Number(line ?? row) };
}

/**
 * Whether a check that reports its first failure reports another one: further down in the same file than edits of
 * `extent` lines may have moved it. The ones above it are mended.
 */
export function isFurtherDown(
  before: ReportedPlace | undefined,
  now: ReportedPlace | undefined,
  extent: number,
): boolean {
  if (before === undefined || before.file !== now?.file) return false;
  return now.line - before.line > extent + TOLERANCE;
}

/** Lines that edits replace or put there; more than any file has if unknown. */
export function extentOf(edits: readonly KnownEdit[]): number {
  if (edits.length === 0) return UNKNOWN_EXTENT;
  return edits.reduce((sum, { extent }) => sum + extent, 0);
}
