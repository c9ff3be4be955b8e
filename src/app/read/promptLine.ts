import { maskAndCut } from '../../rules/failure/external/maskAndCut';
import { MAX_ASKED } from '../../model/steps/replayedRun';
import { oneLine } from '../../text/oneLine';

/** Factor of `MAX_ASKED` that is read, because whitespace is collapsed. */
const READ_AHEAD = 4;

/**
 * The prompt of a run as one line of at most `MAX_ASKED` characters, secrets masked, in time
 * independent of the prompt's length. Still contains invisible characters.
 */
export function promptLine(asked: string): string {
  const { text, left } = maskAndCut(asked, MAX_ASKED * READ_AHEAD);
  const line = oneLine(text);
  if (line.length <= MAX_ASKED && left === 0) return line;
  return `${Array.from(line.slice(0, MAX_ASKED)).slice(0, -1).join('')}…`;
}
