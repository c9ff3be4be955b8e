import { MAX_REASON_QUOTE, MAX_STEP_TEXT, type Step } from '../../../model/steps/step';
import { stripWrappers, type ResultKind } from '../results/classifyResult';
import { readReasonLine } from '../results/readReasonLine';
import { dropFrame } from './dropFrame';
import { readMaskedEnds } from './readMaskedEnds';
import { toQuote } from '../text/toQuote';

/** Characters of a result that may be short enough to be quoted whole. */
const READ = 1_000;
/** A label before a message, no sentence. */
const LABEL = /^(?:(?!\. |: ).){1,72}: (?=[A-Za-z([])/;
/** Minimum length of a message without labels, in characters. */
const MIN_REST = 30;
/** What a test expected, and what it got in the next line. */
const [EXPECTED, GOT] = [/^expected\b/i, /^(?:received|got|actual|but was|found)\b/i];
/** Ends of lines in a text of several lines that is quoted whole. */
const [LINE_END, LINE_MARK] = [/[ \t]{0,80}\n\s{0,80}/g, ' ⏎ '];
/** Line breaks in JSON. */
const ESCAPED = /\\[rn]/g;

/**
 * Quotes the line of a step's result that says why it failed, with the line that it announces; else its first line with
 * words. One line of at most `most` characters, secrets masked; '' for none.
 */
export function quoteReasonLine(
  { result, args }: Pick<Step, 'result' | 'args'>,
  most = MAX_STEP_TEXT,
): string {
  const text = readText(result);
  const line = readReasonLine(text, args);
  const next = line.endsWith(':') || EXPECTED.test(line) ? readNextLine(text, line) : '';
  const isAnnounced = line.endsWith(':') || GOT.test(next);
  return toQuote(isAnnounced ? `${line} ${next}` : line, most);
}

/**
 * Quotes what a call says of its outcome: the line that says why it failed; of another result all that is short, else
 * the line that tells most, unless it is content (`isContent`). At most `most` characters; '' for none.
 */
export function quoteOutcome(
  { text, kind }: { readonly text: string; readonly kind: ResultKind },
  args: string,
  { isContent = false, most = MAX_REASON_QUOTE } = {},
): string {
  if (kind !== 'failure') {
    const all = toQuote(stripWrappers(readText(text)).replace(LINE_END, LINE_MARK), READ);
    if (all.length <= most) return dropStop(all);
    if (isContent) return '';
  }
  return dropStop(keepEnd(quoteReasonLine({ result: text, args }, READ), most));
}

/** Of a line that is too long, leaves out labels before the message, else its end. */
function keepEnd(line: string, most: number): string {
  let rest = line;
  while (rest.length + 2 > most) {
    const [label = ''] = LABEL.exec(rest) ?? [];
    if (label === '' || rest.length - label.length < MIN_REST) return toQuote(line, most);
    rest = rest.slice(label.length);
  }
  return rest === line ? line : `… ${rest}`;
}

/** It ends a sentence that has no full stop. */
function dropStop(line: string): string {
  return line.replace(/(?<!\.)\.$/, '');
}

function readText(result: string): string {
  const text = dropFrame(readMaskedEnds(result));
  return /^\s*[{[]/.test(text) ? text.replace(ESCAPED, '\n') : text;
}

function readNextLine(text: string, line: string): string {
  const at = text.indexOf(line);
  const rest = at < 0 ? '' : text.slice(at + line.length);
  return /^[^\n]*\n\s*([^\n]+)/.exec(rest)?.[1] ?? '';
}
