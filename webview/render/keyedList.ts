import { place, type Part } from './dom';

/** Creates a list whose items keep their elements by key: existing ones are updated, removed ones disappear. */
export function createKeyedList<T>(
  container: Element,
  key: (item: T) => string,
  create: (item: T) => Part<T>,
): (items: readonly T[]) => void {
  const parts = new Map<string, Part<T>>();
  return (items) => {
    const keys = new Set(items.map(key));
    for (const [known, part] of parts) {
      if (keys.has(known)) continue;
      part.element.remove();
      parts.delete(known);
    }
    let before: Node | null = null;
    for (const item of items.toReversed()) {
      const part = parts.get(key(item)) ?? create(item);
      parts.set(key(item), part);
      part.update(item);
      place(container, part.element, before);
      before = part.element;
    }
  };
}
