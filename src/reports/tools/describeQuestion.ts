import type { EventData } from '../../model/events/devsEvent';
import type { QuestionOutcome } from '../../model/tools/agentQuestion';

/** A question of a running agent in a clause: "claude asks you: Which of both?". The question comes from the agent. */
export function describeQuestion({
  agent,
  question,
}: Pick<EventData<'agent_asked'>, 'agent' | 'question'>): string {
  return `${agent} asks you: ${question}`;
}

const OUTCOMES: Readonly<Record<QuestionOutcome, string>> = {
  answered: 'you answered',
  timed_out: 'nobody answered in time the question of',
  withdrawn: 'no answer matters any more to',
};

/** How a question ended: "you answered claude". */
export function describeQuestionEnd({ agent, outcome }: EventData<'agent_answered'>): string {
  return `${OUTCOMES[outcome]} ${agent}`;
}
