import { isShellTool } from '../refusals/readRefusedAction';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnKnownResult } from './adviseOnKnownResult';
import { quoteLine } from './quoteWords';

/** The tool itself does not exist. */
const NO_TOOL =
  /\b(?:unknown|no such|unavailable|unsupported) (?:tool|command|function)\b|\btool\b.{0,80}\bnot (?:found|available)\b/i;

/** Advice for nearly the same call again and again: a rejection of its arguments says what it lacks. */
export function adviseOnRejection(loop: AdvisedLoop): string {
  const { steps = [], answer = '', clues: { rejection } = {} } = loop;
  if (rejection === 'no command')
    return 'The agent sends sentences to a shell, which only runs commands. A hint that helps: which command to run, or to end its turn if its work is done.';
  if (rejection === undefined || answer === '') return adviseOnKnownResult(loop);
  const name = steps.at(-1)?.tool ?? '';
  const tool = isShellTool(name) ? 'The program' : quoteLine(name);
  if (NO_TOOL.test(answer))
    return `The agent has no tool ${quoteLine(name)}: ${quoteLine(answer)}. A hint that helps: which tool or command does this instead.`;
  return `${tool} rejects the call and says what it wants: ${quoteLine(answer)}. A hint that helps: a call that is right in this point.`;
}
