/** Whether a text matches a pattern as a whole, where `*` is any text and `\*` a star. ` *` at the end may be missing. */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = splitAtStars(pattern);
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return text === first;
  // `npm test *` is also `npm test`.
  if (rest.length === 1 && rest[0] === '' && text === first.trimEnd()) return true;
  const last = rest.at(-1) ?? '';
  if (!text.startsWith(first)) return false;
  // The earliest place of each part leaves the most for those that follow.
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** The text as a pattern that matches nothing else. */
export function escapePattern(text: string): string {
  return text.replace(/[\\*]/g, '\\$&');
}

function splitAtStars(pattern: string): readonly string[] {
  const parts = [''];
  for (const [token] of pattern.matchAll(/\\[\\*]|\*|[^\\*]+|\\/g)) {
    if (token === '*') parts.push('');
    else parts.push((parts.pop() ?? '') + (/^\\[\\*]$/.test(token) ? token.slice(1) : token));
  }
  return parts;
}
