import { maskAndCut } from '../../rules/failure/external/maskAndCut';
import { MAX_ASKED } from '../../model/steps/replayedRun';
import { oneLine } from '../../text/oneLine';

/** So many times its length is looked at, since blanks are drawn together. */
const READ_AHEAD = 4;

/**
 * What a run was asked for as one line of `MAX_ASKED` characters at most, secrets masked; what it costs does not
 * grow with the text. Signs that nobody sees are still in it.
 */
export function promptLine(asked: string): string {
  const { text, left } = maskAndCut(asked, MAX_ASKED * READ_AHEAD);
  const line = oneLine(text);
  if (line.length <= MAX_ASKED && left === 0) return line;
  return `${Array.from(line.slice(0, MAX_ASKED)).slice(0, -1).join('')}…`;
}
