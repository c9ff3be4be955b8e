import { median, p95 } from './statistics';

/** Rows under a heading, as text; the first column is aligned left, the others right. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Durations of one thing, in milliseconds, and those of the peer it is compared with, taken in the same run. */
export interface Series {
  readonly what: string;
  readonly ms: readonly number[];
  readonly peer?: readonly number[];
}

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** How often the peer's median fits into that of the series; empty without a peer. */
function ratio({ ms, peer }: Series): string {
  return peer === undefined ? '' : (median(ms) / median(peer)).toFixed(2);
}

/** A table of durations: median, 95th percentile, ratio of the medians to the peer's, number of runs. */
export function timeTable(title: string, series: readonly Series[]): Table {
  const rows = series.map((each) => {
    const { what, ms } = each;
    return [what, milliseconds(median(ms)), milliseconds(p95(ms)), ratio(each), String(ms.length)];
  });
  return { title, columns: ['median', 'p95', '× peer', 'runs'], rows };
}

/** The table as lines of equal columns. */
export function tableLines({ title, columns, rows }: Table): string[] {
  const all = [[title, ...columns], ...rows];
  const widths = all[0]!.map((_, column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('   ')
      .trimEnd(),
  );
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 3, -3));
  return [lines[0]!, rule, ...lines.slice(1)];
}
