import type { HookAdapter } from './hookAdapter';
import { printAnswer } from './printAnswer';
import { readToolEvent, type EventKinds } from './readToolEvent';

const KINDS = {
  SessionStart: 'started',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'call',
  PostToolUse: 'result',
  Stop: 'stop',
} as const satisfies EventKinds;

/** Hooks of VS Code's own agent, as its pages document them; not tried with a real one. Copilot CLI reads the same files. */
export const vscodeHooks: HookAdapter = {
  events: Object.keys(KINDS),
  read: (event, payload) =>
    payload['hookEventName'] === undefined
      ? 'nothing'
      : readToolEvent(KINDS, event, { ...payload, session_id: payload['sessionId'] }),
  print: (event, answer) =>
    printAnswer(event, answer, (_, reason) => ({ continue: false, stopReason: reason })),
};
