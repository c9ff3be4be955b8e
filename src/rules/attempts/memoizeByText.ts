/** Answers of the last so many texts are kept. */
const MAX_REMEMBERED = 20_000;

/** A pure function of a text that answers at once for texts it has seen. */
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
