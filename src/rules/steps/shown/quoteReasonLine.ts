import { MAX_STEP_TEXT, type Step } from '../../../model/steps/step';
import { readReasonLine } from '../results/readReasonLine';
import { readMaskedEnds } from './readMaskedEnds';
import { toQuote } from '../text/toQuote';

/** Names of fields, fields without content, and tags that agents print around a message. */
const FRAME =
  /^error: ?\((?:none|empty)\)$|^(?:output|std(?:err|out)): ?(?:\((?:none|empty)\)$)?|<\/?tool_use_error>/gim;

/**
 * Quotes the line of a step's result that says why it failed, with the line that it announces; else its first line with
 * words. One line of at most `MAX_STEP_TEXT` characters, secrets masked; '' for none.
 */
export function quoteReasonLine({ result, args }: Pick<Step, 'result' | 'args'>): string {
  const text = readMaskedEnds(result).replace(FRAME, '');
  const line = readReasonLine(text, args);
  return toQuote(line.endsWith(':') ? `${line} ${readNextLine(text, line)}` : line, MAX_STEP_TEXT);
}

function readNextLine(text: string, line: string): string {
  const at = text.indexOf(line);
  const rest = at < 0 ? '' : text.slice(at + line.length);
  return /^[^\n]*\n\s*([^\n]+)/.exec(rest)?.[1] ?? '';
}
