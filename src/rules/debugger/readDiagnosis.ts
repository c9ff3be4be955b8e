import { MAX_DIAGNOSIS } from '../../model/debugger/debuggerCall';
import { cleanEnd, cleanStart } from './cleanData';

/** The line after which a debugger's diagnosis begins, as the prompt requests it. */
const HEADING = /^[ \t>#*_`]*DIAGNOSIS[*_`]*:[*_`]*/gm;

/**
 * The diagnosis in a debugger's reply: what follows the last line `DIAGNOSIS:` (its beginning if it is longer than
 * `MAX_DIAGNOSIS`), else the end of the reply; '' if there is none. Secrets masked, no invisible characters.
 */
export function readDiagnosis(reply: string): string {
  const heading = [...reply.matchAll(HEADING)].at(-1);
  return heading === undefined
    ? cleanEnd(reply, MAX_DIAGNOSIS)
    : cleanStart(reply.slice(heading.index + heading[0].length), MAX_DIAGNOSIS);
}
