/** Longest id that is made from a title. */
const MAX_LENGTH = 40;

/** Makes an id from a title: lower case, words joined with `-`, at most 40 characters; '' where the title has no letter or digit for it. */
export function suggestId(title: string): string {
  const plain = title
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-/, '');
  return words.slice(0, MAX_LENGTH).replace(/-$/, '');
}

/** Makes an id from a title, distinct from `taken`; one that ends in a number if need be. */
export function createTaskId(title: string, taken: readonly string[]): string {
  const base = suggestId(title) || 'task';
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number += 1) {
    const candidate = `${base}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
