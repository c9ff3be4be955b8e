import { maskVolatile } from '../text/maskVolatile';

/** A line that says why a call failed (`readReasonLine`), with the arguments of the call. */
export interface Reason {
  readonly line: string;
  readonly args: string;
}

/** A quoted text counts as one token, so that a quoted echo may be of any length. */
const TOKEN = /(?<![\p{L}\p{N}])(?:"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`)|\S+/gu;
/** Marks around a token. */
const EDGES = /^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu;
const LETTERS = /\p{L}{2}/u;

/**
 * Compares why two calls failed: `same words` (apart from volatile text), `own input` (each repeats
 * another part of its arguments, otherwise equal), '' if the reasons differ. Names that no call
 * contains are compared: another missing column is another reason.
 */
export function compareReasons(a: Reason, b: Reason): 'same words' | 'own input' | '' {
  if (a.line === '' || b.line === '') return '';
  if (a.line === b.line) return 'same words';
  if (mustDiffer(a.line, b.line)) return '';
  const [x, y] = [maskPlaces(a.line), maskPlaces(b.line)];
  if (x === y) return 'same words';
  const [left, right] = [x.match(TOKEN) ?? [], y.match(TOKEN) ?? []];
  const start = countCommon(left, right);
  const end = countCommon(left.slice(start).toReversed(), right.slice(start).toReversed());
  // Without words of its own, a line is only an echo.
  if (
    ![...left.slice(0, start), ...left.slice(left.length - end)].some((each) => LETTERS.test(each))
  )
    return '';
  const [from, to] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  return isInArguments(from, to, a.args) && isInArguments(to, from, b.args) ? 'own input' : '';
}

/**
 * Cheap pre-check: reasons that begin and end with other words have nothing in common. A token with
 * a digit may vary.
 */
function mustDiffer(a: string, b: string): boolean {
  return isOtherWord(firstWord(a), firstWord(b)) && isOtherWord(lastWord(a), lastWord(b));
}

function firstWord(line: string): string {
  const end = line.indexOf(' ');
  return end < 0 ? line : line.slice(0, end);
}

function lastWord(line: string): string {
  return line.slice(line.lastIndexOf(' ') + 1);
}

function isOtherWord(a: string, b: string): boolean {
  return a !== b && !DIGIT.test(a) && !DIGIT.test(b);
}
const DIGIT = /\d/;

/** Short ids, and places in the input, which move with every spelling. */
const ID_OR_PLACE =
  /\b(?=[a-f]{0,7}\d)(?=\d{0,7}[a-f])[\da-f]{4,40}\b|\b(?:request|req|ref|ticket|queue|trace|job)(?: id)?[ :#=]{1,2}[\w-]{0,20}\d[\w-]{0,20}|(?<=\b(?:char(?:acter)?|line|col(?:umn)?|pos(?:ition)?|offset)[ :=]{1,2})\d{1,9}/gi;

function maskPlaces(line: string): string {
  return maskVolatile(line.replace(ID_OR_PLACE, '#'));
}

function countCommon(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && a[count] === b[count]) count += 1;
  return count;
}

/** Whether every token that the other line does not contain is in the arguments. */
function isInArguments(
  tokens: readonly string[],
  others: readonly string[],
  args: string,
): boolean {
  const text = args.toLowerCase();
  return tokens.every((token) => others.includes(token) || includesToken(text, token));
}

function includesToken(text: string, token: string): boolean {
  const word = token.replace(EDGES, '').toLowerCase();
  return word === '' || text.includes(word);
}
