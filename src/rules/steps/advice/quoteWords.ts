import { enumerate } from '../../../text/list';
import type { ProvingStep } from '../../../model/steps/step';
import { isShellTool, readCommand } from '../refusals/readRefusedAction';
import { toQuote } from '../text/toQuote';

/** Maximum length of a quoted line, and of a quoted name, in characters. */
const MAX_LINE = 160;
const MAX_NAME = 80;

/** Quotes a line of an agent or a program as data: its own backticks cannot close the quote. '' for no words. */
export function quoteLine(text: string, most = MAX_LINE): string {
  const line = toQuote(text.replaceAll('`', "'"), most);
  return line === '' ? '' : `\`${line}\``;
}

/** Quotes names: "`a`, `b` and `c`"; '' for none. */
export function quoteNames(names: readonly string[]): string {
  return enumerate(names.map((name) => quoteLine(name, MAX_NAME)).filter((name) => name !== ''));
}

/** Quotes a call by its command or its tool: JSON arguments are too long to be read. */
export function quoteCall({ tool, call }: Pick<ProvingStep, 'tool' | 'call'>): string {
  const command = isShellTool(tool) ? readCommand(call) : '';
  const name = command === '' || command.startsWith('{') ? tool : command;
  return quoteLine(name, MAX_NAME) || 'The call';
}
