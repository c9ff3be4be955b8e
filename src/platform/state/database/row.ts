import type { Row } from './sqlDatabase';

/** The column as text; throws if it holds another type. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new TypeError(`column ${column} holds no text`);
}

/** The column as text; undefined for NULL. */
export function optionalText(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : text(row, column);
}

/** The column as a number; throws if it holds another type. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw new TypeError(`column ${column} holds no number`);
}

/** A 0/1 column. */
export function flag(row: Row, column: string): boolean {
  return integer(row, column) === 1;
}

/** A text column with JSON; the caller casts it to the stored type. */
export function json(row: Row, column: string): unknown {
  return JSON.parse(text(row, column));
}

/** A column of bytes. */
export function bytes(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`column ${column} holds no bytes`);
}
