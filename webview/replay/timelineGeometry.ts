/** Sizes in pixels: a cell with its gap, a row with its gap, and the ruler before each row. */
export const CELL = 28;
export const ROW = 30;
export const RULER = 64;

/** Number of rows drawn above and below the visible ones. */
const MARGIN = 4;

/** Number of cells that fit in a row; at least one. */
export function columnsIn(width: number): number {
  return Math.max(1, Math.floor((width - RULER) / CELL));
}

/** Number of rows for this number of steps. */
export function rowsOf(count: number, columns: number): number {
  return Math.ceil(count / columns);
}

/** The visible part of a timeline. */
export interface Sight {
  /** Pixels. */
  readonly top: number;
  readonly height: number;
  readonly rows: number;
}

/** Returns the drawn rows: the visible ones and a margin; `end` is exclusive. */
export function rowsInSight({ top, height, rows }: Sight): {
  readonly start: number;
  readonly end: number;
} {
  const start = Math.max(0, Math.floor(top / ROW) - MARGIN);
  const end = Math.min(rows, Math.ceil((top + height) / ROW) + MARGIN);
  return { start: Math.min(start, rows), end };
}

/** Returns the target index of a navigation key; undefined for other keys. */
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
