import type { GivenAnswer, HookAdapter } from './hookAdapter';
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

/** Hooks of Claude Code. */
export const claudeHooks: HookAdapter = {
  events: Object.keys(KINDS),
  read: (event, payload) => readToolEvent(KINDS, event, payload),
  print: (event, answer) => JSON.stringify(toOutput(event, answer)),
};

function toOutput(event: string, { kind, text }: GivenAnswer): object {
  switch (kind) {
    case 'context':
      return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
    case 'refusal':
      return { hookSpecificOutput: toDenial(event, text) };
    case 'end':
      return event === 'UserPromptSubmit'
        ? { decision: 'block', reason: text }
        : { continue: false, stopReason: text, systemMessage: text };
    default:
      return kind satisfies never;
  }
}

/** Denies a call in the words of Claude Code, which others took over. */
export function toDenial(event: string, reason: string): object {
  return {
    hookEventName: event,
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  };
}
