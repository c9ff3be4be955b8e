/** Maximum length of a path that is shown whole, in characters. */
const MAX_PATH = 48;

/** Shortens a path to its last parts: `…/math/linear/ArrayRealVector.java`. A short one is unchanged. */
export function shortenPath(path: string): string {
  const whole = path.replace(/^(?:\.\/)+/, '');
  if (whole.length <= MAX_PATH || whole.startsWith('…')) return whole;
  const parts = whole.split(/[\\/]/);
  const kept: string[] = [parts.pop() ?? ''];
  while (parts.length > 0) {
    const longer = [parts.pop() ?? '', ...kept];
    if (longer.join('/').length + 2 > MAX_PATH) break;
    kept.splice(0, kept.length, ...longer);
  }
  return `…/${kept.join('/')}`;
}
