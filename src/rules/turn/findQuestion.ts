import { parseStatements } from '../attempts/parseStatements';
import { outputLines } from '../output/outputLines';
import { outsideFences } from '../output/outsideFences';
import { isDoneReply } from './replyText';

/** Lines at the end of a reply that may hold its question. */
const LAST_LINES = 12;
/** Characters of a question that are kept, the last ones. */
const MAX_QUESTION = 2_000;
/** Characters of a line that are read. */
const READ = 2_000;

/** One of several things to choose from, or a divider. */
const OPTION = /^\s*(?:[-*+•]|\d{1,2}[.)]|[(]?[a-zA-Z][.)])\s+\S|^\s*(?:[-*_]\s?){3,}$/;
/** What stands behind a question mark: how to answer, quotes and marks. */
const TAIL =
  /[\s*_`"'”’»)\]:.]{0,20}(?:[([]\s?\p{L}{1,8}(?:\s?\/\s?[\p{L} ]{1,20}){1,3}\s?[)\]])?[\s*_`"'”’»)\]:.]{0,20}$/iu;
/** A plea for the answer in the same line as the question. */
const PLEA =
  /(?<=[?？؟])\s{1,5}(?:please |just )?(?:let me know|tell me|confirm|reply)\b[^?]{0,200}$/iu;
/** Characters at the end of a line that tell whether it is a question. */
const END = 240;
/** A request that only asks for an answer to what stands above it. */
const ANSWER_ME =
  /^(?:please|kindly|just)?\s*(?:let me know|tell me|advise|confirm|reply|respond|choose|pick)\b[^?]{0,200}$/i;
/** A request to choose that is no question. */
const CHOOSE =
  /^(?:please )?(?:let me know|tell me|choose|pick|reply with|decide)\b[^.]{0,80}\b(?:which|what|how|whether|one|number|option)\b/i;
/** Phrases of an agent that waits for an answer, without a question mark. */
const NEEDS_HUMAN =
  /\bI(?:'ll| will|['’]d| would)? need (?:your|you to)\b|\b(?:waiting|wait) for (?:your|the user['’]?s?) (?:approval|permission|confirmation|answer|input|decision|reply|go-ahead|response)\b|\bneeds? your (?:approval|permission|confirmation|input|decision|go-ahead)\b|(?:^|[.!]\s{1,3})(?:\*{0,2})please (?:approve|grant|allow|confirm|provide|clarify|specify|let me know (?:how|which|whether|what|if))\b|\b(?:could|can|would) you (?:please )?(?:approve|grant|allow|confirm|provide|clarify|specify)\b|\bbrauche (?:ich )?(?:Ihre|deine|eure) (?:Erlaubnis|Genehmigung|Zustimmung|Freigabe|Bestätigung)\b|\bbesoin de (?:votre|ton) (?:autorisation|accord|permission|confirmation)\b|\bnecesito (?:su|tu) (?:permiso|autorización|confirmación|aprobación)/i;
/** It needs nothing, or continues by itself. */
const NEEDS_NOTHING = /\b(?:not|nothing|no longer|without|never)\b[^.!?]{0,40}$/i;
/** A courtesy at the end of work that is done. */
const COURTESY =
  /\b(?:anything else|something else|any(?: other| further)? questions|further (?:help|assistance)|help you with|how (?:can|may) I (?:help|assist)|(?:would you like|do you want|shall I|should I)\b[^.?]{0,60}\balso|sonst noch|noch etwas|autre chose|algo más|otra cosa|qualcos'altro)\b/i;

/**
 * What a reply asks the human, word for word: its last lines, where they end in a question or say what the agent
 * needs from a person. Undefined where it asks nothing, calls its work done, states what blocks it (`BLOCKED: …`), or
 * only offers help. Never throws.
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

/** The last line besides what there is to choose from, and the request to choose. */
function findLastStatement(lines: readonly string[]): number {
  let at = lines.length - 1;
  while (at > 0 && isOptionLine(lines[at] ?? '')) at -= 1;
  // All of it is a list: its last point may be the question.
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

/** There is something to choose from, and the request to choose. */
function asksBelowOptions(lines: readonly string[]): boolean {
  const end = lines.at(-1)?.trim() ?? '';
  return CHOOSE.test(end) && lines.slice(0, -1).some((line) => OPTION.test(line));
}

function isQuestion(line: string): boolean {
  const end = line.trimEnd().slice(-END).replace(PLEA, '');
  const said = end.replace(TAIL, '');
  // An address, or a text that is quoted.
  if (/https?:\/\/\S{1,200}$|["“„'][^"”'\n]{1,80}\?["”']\W{0,3}$/u.test(end)) return false;
  return /[?？؟]$/u.test(said);
}
