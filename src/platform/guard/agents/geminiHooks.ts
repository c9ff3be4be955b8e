import type { GivenAnswer, HookAdapter } from './hookAdapter';
import { readToolEvent, type EventKinds } from './readToolEvent';

const KINDS = {
  SessionStart: 'started',
  BeforeAgent: 'prompt',
  BeforeTool: 'call',
  AfterTool: 'result',
  AfterAgent: 'stop',
  SessionEnd: 'ended',
} as const satisfies EventKinds;

/** Hooks of Gemini CLI. It names neither calls nor sub-agents. */
export const geminiHooks: HookAdapter = {
  events: Object.keys(KINDS),
  read: (event, payload) => readToolEvent(KINDS, event, payload),
  print: (event, answer) => JSON.stringify(toOutput(event, answer)),
};

function toOutput(event: string, { kind, text }: GivenAnswer): object {
  switch (kind) {
    case 'context':
      return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
    case 'refusal':
      return { decision: 'deny', reason: text };
    case 'end':
      // Of a prompt that is not taken, only a reason is shown.
      return event === 'BeforeAgent'
        ? { decision: 'deny', reason: text }
        : { continue: false, stopReason: text };
    default:
      return kind satisfies never;
  }
}
