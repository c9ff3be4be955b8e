/** The text with its first letter as a capital. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text without the full stop at its end, if it has one: a clause. */
export function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}

/** A sentence with a full stop at its end. */
export function withFullStop(text: string): string {
  const line = text.trim();
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}
