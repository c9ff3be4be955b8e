import { displayWidth } from './terminalText';

/** Blanks between two columns. */
export const GAP = 2;

/** A cell: its text, and how it looks once its width is settled. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

type Rows = readonly (readonly Cell[])[];

/** Rows with aligned columns; no blanks at the end of a line. */
export function alignColumns(rows: Rows): readonly string[] {
  const widths = columnWidths(rows);
  return rows.map((row) => {
    const last = row.findLastIndex(({ text }) => text !== '');
    return row
      .slice(0, last + 1)
      .map((cell, column) => draw(cell, column === last ? 0 : (widths[column] ?? 0)))
      .join(' '.repeat(GAP));
  });
}

/** Columns of the longest line that these rows can become. */
export function tableWidth(rows: Rows): number {
  const widths = columnWidths(rows);
  return widths.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, widths.length - 1);
}

function columnWidths(rows: Rows): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach(({ text }, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(text));
    });
  }
  return widths;
}

function draw({ text, paint }: Cell, width: number): string {
  const painted = paint === undefined ? text : paint(text);
  return painted + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
