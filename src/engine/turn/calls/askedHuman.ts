import { findQuestion } from '../../../rules/turn/findQuestion';
import { maskSecrets } from '../../../text/maskSecrets';
import { exitedCleanly } from '../../../model/turn/turn';
import type { TurnContext, TurnFacts } from '../context/turnFacts';

/**
 * The facts of a turn whose agent asks the human instead of working: it changed nothing, and its reply is a question.
 * The task then waits for the answer. Undefined where it worked, and where roles do: there the planner asks.
 */
export function askedHuman({ plan }: TurnContext, facts: TurnFacts): TurnFacts | undefined {
  const { agent, inside, stateBefore, stateAfter } = facts;
  if (plan.task.roles !== undefined || inside.loop !== undefined) return undefined;
  if (!exitedCleanly(agent.end) || stateAfter !== stateBefore) return undefined;
  const question = findQuestion(agent.reply);
  if (question === undefined) return undefined;
  const stopReason = `the agent ${plan.agent.name} has a question for you`;
  const exit = {
    kind: 'ask_human',
    by: 'agent',
    stopReason,
    question: maskSecrets(question),
  } as const;
  return { ...facts, inside: { ...inside, exit, note: 'The agent asks you a question' } };
}
