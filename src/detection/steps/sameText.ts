import type { KnownResult } from './seenStep';
import { maskedText, skeleton } from './volatileText';

/** Whether two results, of whatever calls, differ only in what varies from run to run. */
export function sameText(a: KnownResult, b: KnownResult): boolean {
  if (a.key === b.key) return true;
  if (a.text === undefined || b.text === undefined) return false;
  return skeleton(a.text) === skeleton(b.text) && maskedText(a.text) === maskedText(b.text);
}
