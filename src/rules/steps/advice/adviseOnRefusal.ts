import { quoteReasonLine } from '../shown/quoteReasonLine';
import { nameCall } from '../shown/nameCall';
import { refusalVerb, type Refusal } from '../../../model/failure/refusal';
import { refusalRemedy } from '../../failure/remedy/refusalRemedy';
import type { AdvisedLoop } from './advisedLoop';
import { quoteLine, quoteNames } from '../shown/quoteWords';

/** Advice for calls that are refused, or whose names do not exist: names the call, the reason and what would allow it. */
export function adviseOnRefusal({ refusal, remedy, steps = [], clues = {} }: AdvisedLoop): string {
  if (refusal !== undefined) {
    const words = quoteLine(quoteReasonLine({ result: refusal.words, args: '' }));
    return `${quoteLine(refusal.action)} ${refusalVerb(refusal)}${words === '' ? '' : `: ${words}`}. ${remedy ?? describeAllowing(refusal)}`;
  }
  const last = steps.at(-1);
  const tried =
    quoteNames(clues.missing ?? []) ||
    (last === undefined ? '' : nameCall({ tool: last.tool, args: last.call }));
  return `The agent guesses names that do not exist${tried === '' ? '' : `, such as ${tried}`}. Tell the agent in a hint: the right name, or where to list what there is.`;
}

/** Without knowledge of the agent's configuration. */
function describeAllowing(refusal: Refusal): string {
  return refusal.by === 'environment'
    ? refusalRemedy({ name: '' }, refusal)
    : `Allow ${quoteLine(refusal.action)} in the settings of the agent, or tell it in a hint how to work without it.`;
}
