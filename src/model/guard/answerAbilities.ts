import type { GuardedAgent } from './guardedAgent';
import type { AnswerAbilities } from './hookAnswer';

/** What the hooks of each agent can answer, from trials with real ones (docs/guard.md). */
export const ANSWER_ABILITIES: Readonly<Record<GuardedAgent, AnswerAbilities>> = {
  claude: {
    context: ['prompt', 'call', 'result'],
    refusal: ['call'],
    end: ['prompt', 'result', 'stop'],
  },
  codex: { context: ['prompt', 'call', 'result'], refusal: ['call'], end: ['prompt', 'stop'] },
};
