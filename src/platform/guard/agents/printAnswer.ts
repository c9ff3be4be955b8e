import type { GivenAnswer } from './hookAdapter';

/** How an agent is told that its turn ends at an event, and why. */
type ToEnd = (event: string, reason: string) => object;

/** Prints an answer with the members of Claude Code, which others took over; each agent ends a turn in its own way. */
export function printAnswer(event: string, { kind, text }: GivenAnswer, toEnd: ToEnd): string {
  return JSON.stringify(toOutput(event, { kind, text }, toEnd));
}

function toOutput(event: string, { kind, text }: GivenAnswer, toEnd: ToEnd): object {
  switch (kind) {
    case 'context':
      return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
    case 'refusal':
      return {
        hookSpecificOutput: {
          hookEventName: event,
          permissionDecision: 'deny',
          permissionDecisionReason: text,
        },
      };
    case 'end':
      return toEnd(event, text);
    default:
      return kind satisfies never;
  }
}
