import type { AgentLimit } from '../../../model/steps/step';
import { toQuote } from '../../steps/text/toQuote';
import type { RefusingAgent } from './permissionRemedy';

/** Maximum number of quoted characters of an agent's message. */
const MAX_WORDS = 200;

/** Names of the limits. */
const LIMIT_WORDS: Readonly<Record<AgentLimit['kind'], string>> = {
  turns: 'limit of turns',
  budget: 'budget',
  time: 'time limit',
};

/** Where a user sets these limits, for each agent whose options are known. */
const SET_BY: Readonly<Record<string, Partial<Record<AgentLimit['kind'], string>> | undefined>> = {
  claude: { turns: '`--max-turns`', budget: '`--max-budget-usd`' },
  gemini: { turns: '`model.maxSessionTurns` in its settings.json' },
  qwen: { turns: '`--max-session-turns`' },
  opencode: { turns: '`steps` of its agent in opencode.json' },
};

/** Describes that an agent used up a limit configured by the user, and the remedy: two sentences. */
export function describeAgentLimit({ name, steps }: RefusingAgent, limit: AgentLimit): string {
  const where = steps === undefined ? undefined : SET_BY[steps]?.[limit.kind];
  const option =
    where ??
    `that limit in the settings of the agent ${name} itself, or in its command in devs.yaml`;
  const words = toQuote(limit.words, MAX_WORDS).replace(/\.$/, '');
  return (
    `The agent ${name} used up its own ${LIMIT_WORDS[limit.kind]}${words === '' ? '' : `: ${words}`}. ` +
    `Raise or remove ${option}; then resume the task.`
  );
}
