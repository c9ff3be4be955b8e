import { saysDone } from '../results/classifyResult';
import { hasSuccessWords } from '../results/successWords';
import type { KnownCall, KnownResult } from '../calls/observedStep';

/** Says that something is as it should be, besides words of success. */
const AS_WANTED =
  /\b(?:deployed|upgraded|released|published|rolled out|healthy|valid|unchanged|identical|clean)\b/i;
/** Nothing was found, written or done. */
const NOTHING_DONE =
  /\b(?:0|no|zero) (?:rows?|results?|matches|items?|records?|files?|hits?|changes)\b/i;
/** Complaints of programs that do not fail. */
const COMPLAINT =
  /(?<!\b(?:0|no|without) )\b(?:warn(?:ing)?s?|overfull|underfull|mismatch(?:es)?|differs?|missing|unused|deprecated|skipp(?:ed|ing)|ignored|ignoring|invalid|unknown|violations?|exceed(?:s|ed)?|too (?:long|wide|big|large|small|many|few)|not (?:found|set|used|applied)|[1-9]\d{0,6} (?:left|remaining))\b|\{\{|\$\{/i;
/** Says only that something was done, which is no outcome of an edit. */
const ACTED =
  /\b(?:built in|compiled|build succeeded)\b|^[\w .'-]{0,60}\b(?:re)?(?:started|stopped|loaded|saved|flashed|deployed|formatted|synced|applied|connected)\W*$/i;
/** Checks whose output should stay as it is. */
const COMPARES =
  /\b(?:golden|baseline|reference|snapshots?|diff|cmp|sha\d{0,3}sum|md5(?:sum)?|cksum|checksum)\b/i;

/** Lines in brackets that an agent prints after an output. */
const FRAME = /\n\[[^\]\n]{0,200}\](?=\s{0,20}(?:\n\[|$))/g;

/** What an output that states no failure says about the edits before it. */
export type Evaluation = 'wanted' | 'unwanted' | 'unknown';

/** Whether an agent wants an output to change, as far as the output itself shows. */
export function evaluateOutput(
  { args }: KnownCall,
  { kind, status, text }: KnownResult,
): Evaluation {
  if (status === 'passed' || kind === 'nothing') return 'wanted';
  if (NOTHING_DONE.test(text)) return 'unwanted';
  const said = text.replace(FRAME, '').trimEnd();
  const line = said.slice(said.lastIndexOf('\n') + 1);
  // What follows the words of success is what the agent asked to see.
  if (kind === 'done' && (line === said || saysDone(line))) return 'wanted';
  if (COMPARES.test(args) || ACTED.test(text)) return 'wanted';
  if (hasSuccessWords(line) || AS_WANTED.test(line)) return 'wanted';
  return COMPLAINT.test(text) ? 'unwanted' : 'unknown';
}
