/** Longest id that is made from a title. */
const MAX_LENGTH = 40;

/** Creates a kebab-case id from a title, distinct from `taken`. */
export function createTaskId(title: string, taken: readonly string[]): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-');
  const base = words.slice(0, MAX_LENGTH).replace(/-$/, '') || 'task';
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number += 1) {
    const candidate = `${base}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
