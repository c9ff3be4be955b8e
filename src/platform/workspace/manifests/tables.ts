/**
 * Values at a path of keys in a parsed file; `*` matches every key. Empty if the file has another
 * shape.
 */
export function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (found, key) => found.flatMap((each) => valuesOf(each, key)),
    [value],
  );
}

/** Keys of a table; none of anything else. */
export function keysOf(value: unknown): readonly string[] {
  return isTable(value) ? Object.keys(value) : [];
}

function valuesOf(value: unknown, key: string): readonly unknown[] {
  if (!isTable(value)) return [];
  if (key === '*') return Object.values(value);
  return Object.hasOwn(value, key) ? [value[key]] : [];
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
