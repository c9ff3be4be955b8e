/** Pixels: a cell with its gap, a row with its gap, and what stands before each row. */
export const CELL = 28;
export const ROW = 30;
export const RULER = 64;

/** Rows that are drawn above and below those that can be seen. */
const MARGIN = 4;

/** Cells that fit beside each other; at least one. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width - RULER) / CELL));
}

/** How many rows so many steps take. */
export function rowsOf(count: number, columns: number): number {
  return Math.ceil(count / columns);
}

/** What part of a timeline can be seen. */
export interface Sight {
  /** Pixels. */
  readonly top: number;
  readonly height: number;
  readonly rows: number;
}

/** The rows that are drawn: those in sight and a few around them; `end` is the first that is not. */
export function rowsInSight({ top, height, rows }: Sight): {
  readonly start: number;
  readonly end: number;
} {
  const start = Math.max(0, Math.floor(top / ROW) - MARGIN);
  const end = Math.min(rows, Math.ceil((top + height) / ROW) + MARGIN);
  return { start: Math.min(start, rows), end };
}

/** Where a key leads from a step; undefined for a key that leads nowhere. */
export function moved(
  key: string,
  at: {
    readonly index: number;
    readonly count: number;
    readonly columns: number;
    readonly page: number;
  },
): number | undefined {
  const { index, count, columns, page } = at;
  const last = count - 1;
  const within = (wanted: number): number => Math.min(last, Math.max(0, wanted));
  switch (key) {
    case 'ArrowLeft':
      return within(index - 1);
    case 'ArrowRight':
      return within(index + 1);
    case 'ArrowUp':
      return index - columns < 0 ? index : index - columns;
    case 'ArrowDown':
      return index + columns > last ? index : index + columns;
    case 'PageUp':
      return within(index - page * columns);
    case 'PageDown':
      return within(index + page * columns);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
