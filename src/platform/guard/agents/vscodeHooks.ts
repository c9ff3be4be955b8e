import { toDenial } from './claudeHooks';
import type { GivenAnswer, HookAdapter } from './hookAdapter';
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
  print: (event, answer) => JSON.stringify(toOutput(event, answer)),
};

function toOutput(event: string, { kind, text }: GivenAnswer): object {
  switch (kind) {
    case 'context':
      return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
    case 'refusal':
      return { hookSpecificOutput: toDenial(event, text) };
    case 'end':
      return { continue: false, stopReason: text };
    default:
      return kind satisfies never;
  }
}
