import { enumerate } from '../../../text/list';
import { toQuote } from '../text/toQuote';
import { shortenPath } from './shortenPath';

/** Maximum length of a quoted line, and of a quoted name, in characters. */
const MAX_LINE = 160;
const MAX_NAME = 80;
/** Maximum number of things that are listed by name. */
const MAX_LISTED = 5;

/** Quotes a line of an agent or a program as data: its own backticks cannot close the quote. '' for no words. */
export function quoteLine(text: string, most = MAX_LINE): string {
  const line = toQuote(text.replaceAll('`', "'"), most);
  return line === '' ? '' : `\`${line}\``;
}

/** Quotes names, long paths shortened: "`a`, `b` and `c`"; '' for none. */
export function quoteNames(names: readonly string[]): string {
  const quoted = names.map((name) => quoteLine(shortenPath(name), MAX_NAME));
  return enumerate(quoted.filter((name) => name !== ''));
}

/** Lists different texts, at most `most` of them: "a, b, c and 2 more"; '' for none. */
export function listDifferent(texts: readonly string[], most = MAX_LISTED): string {
  const all = [...new Set(texts)].filter((text) => text !== '');
  const left = all.length - most;
  return left < 1 ? enumerate(all) : `${all.slice(0, most).join(', ')} and ${left} more`;
}
