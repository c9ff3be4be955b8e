import type { ObservedStep } from '../calls/observedStep';

const MOVES = /\bgit\b[^\n]{0,80}\b(?:checkout|switch|bisect)\b/;
/** What git says when the files have become those of another commit; a file that is brought back says nothing like it. */
const MOVED = /^(?:Note: switching to |Previous HEAD position |Switched to |Bisecting: )/m;

/** Whether a step went to another revision: what is checked there is other code, which nobody has edited. */
export function isRevisionChange({ call, result }: ObservedStep): boolean {
  return call.args.includes('git ') && MOVES.test(call.args) && MOVED.test(result.text);
}
