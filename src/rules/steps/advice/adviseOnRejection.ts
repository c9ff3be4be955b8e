import { isShellTool } from '../effects/isShellTool';
import type { AdvisedLoop } from './advisedLoop';
import { adviseOnKnownResult } from './adviseOnKnownResult';
import { adviseOnRejectedCall } from './adviseOnRejectedCall';
import { quoteLine } from '../shown/quoteWords';

/** Advice for nearly the same call again and again: a rejection of its arguments says what it lacks. */
export function adviseOnRejection(loop: AdvisedLoop): string {
  const { steps = [], answer = '', clues: { rejection } = {} } = loop;
  if (rejection === 'no command')
    return 'The agent sends sentences to a shell, which only runs commands. Tell the agent in a hint: which command to run, or to end its turn if its work is done.';
  if (rejection === undefined || answer === '') return adviseOnKnownResult(loop);
  const name = steps.at(-1)?.tool ?? '';
  const tool = isShellTool(name) ? 'The program' : quoteLine(name);
  const missing = adviseOnRejectedCall({ tool: name }, answer);
  if (missing !== '') return missing;
  return `${tool} rejects the call and says what it wants: ${quoteLine(answer)}. Tell the agent in a hint: an example of a call that it accepts.`;
}
