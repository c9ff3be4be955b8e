import type { JudgedAttempt } from '../../rules/judge/judgeQuestion';
import { describeStrategy } from '../../rules/turn/replyText';
import {
  describeAgentEnd,
  describeEnd,
  hasEnded,
  isCounted,
  type ProcessEnd,
  type Turn,
} from '../../model/turn/turn';
import type { TurnFacts } from '../turn/context/turnFacts';
import type { TurnPlan } from '../turn/context/turnPlan';

/** Earlier counted turns, as input for the judge. */
export function earlierAttempts(turns: readonly Turn[]): readonly JudgedAttempt[] {
  return turns.filter(hasEnded).flatMap((turn) => {
    if (!isCounted(turn.outcome)) return [];
    const { failure, verification, changedFiles, strategy, agent, startedAt, endedAt } = turn;
    const { measurement } = verification ?? {};
    return [
      {
        ended: endedWords(turn.agentEnd, verification?.end),
        ...(failure && { failure }),
        ...(measurement && { measurement }),
        ...{ changedFiles, strategy, agent, startedAt, endedAt },
        unchanged: changedFiles.length === 0,
      },
    ];
  });
}

/** The turn that has just run. */
export function currentAttempt(
  plan: TurnPlan,
  facts: TurnFacts,
  { startedAt }: { readonly startedAt: Date },
): JudgedAttempt {
  const { agent, changedFiles, findings, verification, inside } = facts;
  const { failure, measurement } = findings;
  return {
    ended: endedWords(agent.end, verification?.end),
    ...(failure && { failure }),
    ...(measurement && { measurement }),
    changedFiles,
    strategy: inside.strategy ?? describeStrategy(agent.reply, changedFiles),
    agent: plan.agent.name,
    startedAt: startedAt.toISOString(),
    unchanged: changedFiles.length === 0,
  };
}

function endedWords(agent: ProcessEnd, verification: ProcessEnd | undefined): string {
  if (verification === undefined) return describeAgentEnd(agent);
  return `${describeAgentEnd(agent)}, the verification with ${describeEnd(verification)}`;
}
