import type { Doubt } from '../../model/verification/doubt';
import { selectCounted, type TurnExit } from '../../model/turn/turn';
import { describeDoubts } from '../../rules/doubt/describeDoubts';
import { findTestsReason } from '../../rules/doubt/findTestsReason';
import { maskSecrets } from '../../text/maskSecrets';
import { requireTask } from '../state/requireTask';
import type { TurnContext } from '../turn/context/turnFacts';

/**
 * The question to the human about a doubtful pass (design §9): at the second one since a human last let the task go on,
 * when the agent says why tests must change, or at once with `onDoubt: ask`. Undefined if the agent gets another turn.
 */
export function askWhetherDone(
  { config, deps: { store }, plan }: TurnContext,
  reply: string,
  doubts: readonly Doubt[],
): TurnExit | undefined {
  if (doubts.length === 0) return undefined;
  const because = findTestsReason(reply);
  const { turnsBefore } = requireTask(store, plan.countsOn);
  const wasDoubtful = selectCounted(store.listTurns(plan.countsOn)).some(
    (turn) =>
      turn.taskId === plan.task.id && turn.number > turnsBefore && turn.doubts !== undefined,
  );
  if (config.onDoubt !== 'ask' && because === undefined && !wasDoubtful) return undefined;
  const why = describeDoubts(doubts);
  const said = quoteTestsReason(reply);
  return {
    ...{ kind: 'ask_human', by: 'doubt' },
    stopReason: `the verification passed, but that proves nothing: ${why}`,
    question: `Is this done? The verification passed, but that proves nothing: ${why}.${said}`,
  };
}

/** " The agent says: …", if it says in its reply why tests must change; else ''. */
export function quoteTestsReason(reply: string): string {
  const because = findTestsReason(reply);
  return because === undefined ? '' : ` The agent says: ${maskSecrets(because)}`;
}
