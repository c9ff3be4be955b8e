import type { GuardedAgent } from './guardedAgent';
import type { AnswerAbilities } from './hookAnswer';

/** What the hooks of each agent can answer, from trials with real ones (docs/guard.md). */
export const ANSWER_ABILITIES: Readonly<Record<GuardedAgent, AnswerAbilities>> = {
  // A failed call cannot end a turn; before a call it can, though that call still runs.
  claude: {
    context: ['prompt', 'call', 'result', 'failure'],
    refusal: ['call'],
    end: ['prompt', 'call', 'result', 'stop'],
  },
  codex: { context: ['prompt', 'call', 'result'], refusal: ['call'], end: ['prompt', 'stop'] },
};
