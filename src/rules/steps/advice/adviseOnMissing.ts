import { quoteNames } from '../shown/quoteWords';

/** Advice for calls that fail because something is not there; the names are those of the errors. */
export function adviseOnMissing(missing: readonly string[]): string {
  const names = quoteNames(missing);
  const it = missing.length === 1 ? 'it' : 'them';
  return `Missing: ${names}. Install or create ${it}, or tell the agent in a hint how to go on without ${it}.`;
}
