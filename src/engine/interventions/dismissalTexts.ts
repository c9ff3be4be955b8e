import { nameNumbers } from '../../text/list';
import type { Finding } from '../findings/listFindings';
import type { TakenBack } from '../findings/takeBack';

/** The answer for a task that goes on. */
export function describeDismissed(
  taskId: string,
  chosen: readonly Finding[],
  taken: TakenBack | undefined,
): string {
  const [first] = chosen;
  const what = first === undefined ? 'loop' : first.detector;
  const where = nameNumbers('turn', numbersOf(chosen));
  const sentences = [
    `Recorded that the ${what} in ${where} of ${taskId} was not a loop.`,
    describeFuture(chosen),
    ...(taken === undefined ? [] : describeTaken(taken)),
  ];
  return sentences.join(' ');
}

/** The answer for a task that is resumed by it. */
export function describeResumed(resumed: string, chosen: readonly Finding[]): string {
  if (chosen.length === 0) return resumed;
  const where = nameNumbers('turn', numbersOf(chosen));
  const what = chosen.length === 1 ? 'The finding' : 'The findings';
  return `${resumed} ${what} in ${where} no longer count as loops. ${describeFuture(chosen)}`;
}

function numbersOf(chosen: readonly Finding[]): readonly number[] {
  return chosen.map(({ turn }) => turn.number);
}

function describeFuture(chosen: readonly Finding[]): string {
  return chosen.every(({ places }) => places.length === 0)
    ? 'An earlier version of Devs recorded this loop, so Devs may report the same loop again.'
    : 'Devs does not report the same loop again in this task.';
}

function describeTaken({ entropy: [before, after], strategies, isDirectiveDropped }: TakenBack) {
  const entropy = before === after ? [] : [`Failed turns in a row: ${before} → ${after}.`];
  if (strategies === 0) return entropy;
  const budget =
    strategies === 1
      ? 'The strategy of the agent no longer counts as failed.'
      : `${strategies} strategies no longer count as failed.`;
  const directive = isDirectiveDropped ? ['The agent no longer has to start afresh.'] : [];
  return [budget, ...directive, ...entropy];
}
