import { parseStatements } from '../attempts/parseStatements';
import { outputLines } from '../output/outputLines';
import { outsideFences } from '../output/outsideFences';
import { isDoneReply } from './replyText';

/** Number of lines at the end of a reply that may contain its question. */
const LAST_LINES = 12;
/** Maximum number of characters kept, from the end of a question. */
const MAX_QUESTION = 2_000;
/** Maximum number of characters read of a line. */
const READ = 2_000;

/** An option of a choice, or a divider. */
const OPTION = /^\s*(?:[-*+•]|\d{1,2}[.)]|[(]?[a-zA-Z][.)])\s+\S|^\s*(?:[-*_]\s?){3,}$/;
/** Text after a question mark: answer options, quotes and marks. */
const TAIL =
  /[\s*_`"'”’»)\]:.]{0,20}(?:[([]\s?\p{L}{1,8}(?:\s?\/\s?[\p{L} ]{1,20}){1,3}\s?[)\]])?[\s*_`"'”’»)\]:.]{0,20}$/iu;
/** A request for the answer on the same line as the question. */
const PLEA =
  /(?<=[?？؟])\s{1,5}(?:please |just )?(?:let me know|tell me|confirm|reply)\b[^?]{0,200}$/iu;
/** Characters at the end of a line that are checked for a question. */
const END = 240;
/** A request for an answer to the text above it. */
const ANSWER_ME =
  /^(?:please|kindly|just)?\s*(?:let me know|tell me|advise|confirm|reply|respond|choose|pick)\b[^?]{0,200}$/i;
/** A request to choose that is not phrased as a question. */
const CHOOSE =
  /^(?:please )?(?:let me know|tell me|choose|pick|reply with|decide)\b[^.]{0,80}\b(?:which|what|how|whether|one|number|option)\b/i;
/** Phrases of an agent that waits for an answer, without a question mark. */
const NEEDS_HUMAN =
  /\bI(?:'ll| will|['’]d| would)? need (?:your|you to)\b|\b(?:waiting|wait) for (?:your|the user['’]?s?) (?:approval|permission|confirmation|answer|input|decision|reply|go-ahead|response)\b|\bneeds? your (?:approval|permission|confirmation|input|decision|go-ahead)\b|(?:^|[.!]\s{1,3})(?:\*{0,2})please (?:approve|grant|allow|confirm|provide|clarify|specify|let me know (?:how|which|whether|what|if))\b|\b(?:could|can|would) you (?:please )?(?:approve|grant|allow|confirm|provide|clarify|specify)\b|\bbrauche (?:ich )?(?:Ihre|deine|eure) (?:Erlaubnis|Genehmigung|Zustimmung|Freigabe|Bestätigung)\b|\bbesoin de (?:votre|ton) (?:autorisation|accord|permission|confirmation)\b|\bnecesito (?:su|tu) (?:permiso|autorización|confirmación|aprobación)/i;
/** The agent needs nothing, or continues by itself. */
const NEEDS_NOTHING = /\b(?:not|nothing|no longer|without|never)\b[^.!?]{0,40}$/i;
/** A polite offer after finished work. */
const COURTESY =
  /\b(?:anything else|something else|any(?: other| further)? questions|further (?:help|assistance)|help you with|how (?:can|may) I (?:help|assist)|(?:would you like|do you want|shall I|should I)\b[^.?]{0,60}\balso|sonst noch|noch etwas|autre chose|algo más|otra cosa|qualcos'altro)\b/i;

/**
 * Finds the question of a reply to the human, verbatim: its last lines, if they end in a question or state what the
 * agent needs from a person. Undefined if the reply asks nothing, states that the work is done or blocked (`BLOCKED:
 * …`), or only offers help. Never throws.
 */
export function findQuestion(reply: string): string | undefined {
  if (isDoneReply(reply) || parseStatements(reply).blocked.length > 0) return undefined;
  const said = [...outsideFences(outputLines(reply))].filter((line) => line.trim() !== '');
  const last = said.slice(-LAST_LINES).map((line) => line.slice(0, READ));
  const at = findLastStatement(last);
  const line = last[at] ?? '';
  if (COURTESY.test(line)) return undefined;
  if (!isQuestion(line) && !needsHuman(line) && !asksBelowOptions(last)) return undefined;
  return last.join('\n').slice(-MAX_QUESTION).trim();
}

/** Index of the last line that is neither an option nor a request to choose. */
function findLastStatement(lines: readonly string[]): number {
  let at = lines.length - 1;
  while (at > 0 && isOptionLine(lines[at] ?? '')) at -= 1;
  // The text is a list only: its last item may be the question.
  return at === 0 && isOptionLine(lines[0] ?? '') ? lines.length - 1 : at;
}

function isOptionLine(line: string): boolean {
  if (isQuestion(line) || needsHuman(line)) return false;
  return OPTION.test(line) || ANSWER_ME.test(line.trim());
}

function needsHuman(line: string): boolean {
  const found = NEEDS_HUMAN.exec(line);
  return found !== null && !NEEDS_NOTHING.test(line.slice(0, found.index));
}

/** Whether the lines contain options and end with a request to choose. */
function asksBelowOptions(lines: readonly string[]): boolean {
  const end = lines.at(-1)?.trim() ?? '';
  return CHOOSE.test(end) && lines.slice(0, -1).some((line) => OPTION.test(line));
}

function isQuestion(line: string): boolean {
  const end = line.trimEnd().slice(-END).replace(PLEA, '');
  const said = end.replace(TAIL, '');
  // An address, or quoted text.
  if (/https?:\/\/\S{1,200}$|["“„'][^"”'\n]{1,80}\?["”']\W{0,3}$/u.test(end)) return false;
  return /[?？؟]$/u.test(said);
}
