import { isHeading } from './isHeading';
import { MAX_TIMES } from './lineTable';
import { readLine, type ScannedLines } from './scanLines';

/** Letters and digits that count for a numbered line, however short. */
const NUMBERED_WEIGHT = 10;

const HAS_LETTER = /\p{L}/u;
const LETTERS_AND_DIGITS = /[\p{L}\p{N}]/gu;

/** What a result shows that earlier results had shown. */
export interface Shown {
  /** Least number of earlier results with each of its lines; >= 1. */
  readonly times: number;
  /** The longest of its lines. */
  readonly line: string;
  /** Letters and digits of all its lines. */
  readonly weight: number;
  /** Whether it shows content: a part of a longer result, or several lines about the same thing. */
  readonly isContent: boolean;
}

/**
 * Summarises lines that had all been shown; undefined if they contain headings only. `times`: number
 * of earlier results with each line; -1 for a heading.
 */
export function summariseShown(
  lines: ScannedLines,
  text: string,
  times: Int32Array,
  isContent: boolean,
): Shown | undefined {
  let [least, weight, longest] = [MAX_TIMES, 0, ''];
  for (let at = 0; at < lines.count; at += 1) {
    const line = readLine(lines, text, at);
    if ((times[at] ?? 0) < 0 || isHeading(line) || !HAS_LETTER.test(line)) continue;
    least = Math.min(least, times[at] ?? 0);
    const own = line.match(LETTERS_AND_DIGITS)?.length ?? 0;
    weight += (lines.numbers[at] ?? -1) < 0 ? own : Math.max(own, NUMBERED_WEIGHT);
    if (line.length > longest.length) longest = line;
  }
  return longest === '' ? undefined : { times: least, line: longest, weight, isContent };
}
