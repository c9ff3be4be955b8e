import { lcovParser } from '@friedemannsommer/lcov-parser/sync';
import type { LineCount } from './lineCount';
import { nonEmptyLines } from './nonEmptyLines';

/** Lines with counts of lines; the parser would also find them inside other text. */
const RECORD = /^(?:SF:|DA:\d|LF:\d|LH:\d|end_of_record)/;
/** Characters of a line that are read. */
const LINE_LENGTH = 4_000;
/** Maximum number of records of a report, about one second of parsing. */
const RECORD_COUNT = 500_000;

/**
 * Lines of an LCOV report: found and hit, of all its files. Undefined for text of another kind,
 * without any line, cut off, too long, or with impossible numbers.
 */
export function parseLcov(text: string): LineCount | undefined {
  if (!/^SF:/m.test(text)) return undefined;
  const records = nonEmptyLines(text).filter((line) => RECORD.test(line));
  const files = count(records, 'SF:');
  if (files === 0 || files !== count(records, 'end_of_record')) return undefined;
  // Single lines matter only where no sum follows them; they are most of the file.
  const hasSums = count(records, 'LF:') >= files && count(records, 'LH:') >= files;
  const needed = hasSums ? records.filter((line) => !line.startsWith('DA:')) : records;
  if (needed.length > RECORD_COUNT) return undefined;
  const from = needed.map((line) => `${line.slice(0, LINE_LENGTH).trimEnd()}\n`).join('');
  return addUp(lcovParser({ from }), hasSums);
}

type Sections = ReturnType<typeof lcovParser>;

function addUp(sections: Sections, hasSums: boolean): LineCount | undefined {
  let covered = 0;
  let total = 0;
  for (const { lines } of sections) {
    covered += hasSums ? lines.hit : lines.details.filter(({ hit }) => hit > 0).length;
    total += hasSums ? lines.instrumented : lines.details.length;
  }
  const possible = Number.isSafeInteger(covered) && Number.isSafeInteger(total);
  return possible && covered >= 0 && total > 0 && covered <= total ? { covered, total } : undefined;
}

function count(records: readonly string[], start: string): number {
  return records.reduce((sum, line) => sum + (line.startsWith(start) ? 1 : 0), 0);
}
