import type { HookAdapter } from './hookAdapter';
import { printAnswer } from './printAnswer';
import { readToolEvent, type EventKinds } from './readToolEvent';

const KINDS = {
  SessionStart: 'started',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'call',
  PostToolUse: 'result',
  PostToolUseFailure: 'failure',
  Stop: 'stop',
  SessionEnd: 'ended',
} as const satisfies EventKinds;

/** Each request after a call is told as a prompt without text. */
const REQUEST = { UserPromptSubmit: 'request' } as const satisfies EventKinds;

/** Hooks of Qwen Code. It says of every stop that a hook had it go on. */
export const qwenHooks: HookAdapter = {
  events: Object.keys(KINDS),
  read: (event, payload) =>
    readToolEvent(payload['prompt'] === '' ? { ...KINDS, ...REQUEST } : KINDS, event, {
      ...payload,
      stop_hook_active: false,
    }),
  print: (event, answer) =>
    printAnswer(event, answer, (_, reason) => ({ continue: false, stopReason: reason })),
};
