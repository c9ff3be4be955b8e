/** Derives an id from a title: lower case, words joined with '-', at most 40 characters. */
export function suggestId(title: string): string {
  const plain = title
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 40);
  return words.replace(/^-+|-+$/g, '');
}
