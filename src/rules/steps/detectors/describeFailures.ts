import { countOf } from '../../../text/count';
import { quoteOutcome } from '../shown/quoteReasonLine';
import { listDifferent } from '../shown/quoteWords';
import { isSameAction, type FailedAction } from './failedAction';
import { sayOutcome } from './sayOutcome';

/** Maximum length of each of several reasons, in characters. */
const MAX_SHORT_REASON = 80;
/** Maximum number of calls that are named with their reasons. */
const MAX_REASONS = 3;

/** Says which calls failed for the reason of the last of them. */
export function describeSameWords(
  proof: readonly FailedAction[],
  { call, result }: FailedAction,
): string {
  const count = proof.length;
  const said = sayOutcome(call, result);
  return proof.every((each) => each.call.name === call.name)
    ? `${call.name} failed ${count} times for the same reason${said}`
    : `${count} variants of a call failed for the same reason, the last one ${call.name}${said}`;
}

/** Names the calls with their reasons, or with the one that all have; a step may be listed twice. */
export function describeByTurns(listed: readonly FailedAction[]): string {
  const failed = [...new Map(listed.map((each) => [each.number, each])).values()].toSorted(
    (a, b) => a.number - b.number,
  );
  const [last, count] = [failed.at(-1), failed.length];
  const areVariants =
    last !== undefined &&
    new Set(failed.map(({ call }) => call)).size === count &&
    failed.every((each) => isSameAction(each, last));
  if (areVariants) return describeSameWords(failed, last);
  const reasons = new Map(
    failed.map(({ call, result }) => [
      call.name,
      quoteOutcome(result, call.args, { most: MAX_SHORT_REASON }),
    ]),
  );
  const [reason = '', ...more] = new Set(reasons.values());
  const isOne = more.length === 0 || reason === '';
  const names = [...reasons].map(([name, why]) => (isOne ? name : `${name} (${why})`));
  const calls = `${countOf(reasons.size, 'call')} failed ${count} times in all, each for the same reason every time`;
  return `${calls}: ${listDifferent(names, isOne ? undefined : MAX_REASONS)}${isOne && reason !== '' ? `: ${reason}` : ''}`;
}
