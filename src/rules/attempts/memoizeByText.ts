/** Cached results; the cache is cleared when full. */
const MAX_REMEMBERED = 20_000;

/** Memoizes a pure function of a text. */
export function memoizeByText<T>(answer: (text: string) => T): (text: string) => T {
  const remembered = new Map<string, T>();
  return (text) => {
    if (remembered.has(text)) return remembered.get(text) as T;
    const found = answer(text);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(text, found);
    return found;
  };
}
