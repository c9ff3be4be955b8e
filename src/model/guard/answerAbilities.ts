import type { GuardedAgent } from './guardedAgent';
import type { AnswerAbilities } from './hookAnswer';

/** What the hooks of each agent can answer: from trials with real ones, else as their makers document it (docs/guard.md). */
export const ANSWER_ABILITIES: Readonly<Record<GuardedAgent, AnswerAbilities>> = {
  claude: {
    context: ['prompt', 'call', 'result'],
    refusal: ['call'],
    end: ['prompt', 'result', 'stop'],
  },
  codex: { context: ['prompt', 'call', 'result'], refusal: ['call'], end: ['prompt', 'stop'] },
  gemini: {
    context: ['prompt', 'result'],
    refusal: ['call'],
    end: ['prompt', 'call', 'result', 'stop'],
  },
  // What is answered to its stop becomes the next prompt.
  qwen: { context: ['prompt', 'result'], refusal: ['call'], end: ['prompt', 'request'] },
  // Only a call that asks for permission can end a turn.
  copilot: { context: ['call', 'result'], refusal: ['call'], end: ['prompt', 'permission'] },
  opencode: {
    context: ['prompt', 'result'],
    refusal: ['call'],
    end: ['prompt', 'call', 'result'],
  },
  // As documented:
  cursor: { context: ['result'], refusal: ['call'], end: ['prompt'] },
  vscode: {
    context: ['call', 'result'],
    refusal: ['call'],
    end: ['prompt', 'call', 'result', 'stop'],
  },
};
