import type { SessionEvent } from '../../../model/guard/sessionRecord';
import { isObject, wordOf, type JsonObject } from '../../json/jsonValue';
import type { GivenAnswer, HookAdapter, HookReport } from './hookAdapter';
import { keepEnds } from './keepEnds';
import { readCall, readToolEvent, type EventKinds } from './readToolEvent';
import { readToolResult } from './readToolResult';

const KINDS = {
  SessionStart: 'started',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'call',
  Stop: 'stop',
  SessionEnd: 'ended',
} as const satisfies EventKinds;

/**
 * After all calls of one message: with what its model reads of each, also of those that were not made because they are
 * wrong or not permitted. No other event of theirs can end a turn after a call that failed.
 */
const BATCH = 'PostToolBatch';

/** Hooks of Claude Code. */
export const claudeHooks: HookAdapter = {
  events: [...Object.keys(KINDS), BATCH],
  read: (event, payload) =>
    event === BATCH ? readBatch(payload) : readToolEvent(KINDS, event, payload),
  print: (event, answer) => JSON.stringify(toOutput(event, answer)),
  // `claude -p` ends without a word.
  isSilent: ({ CLAUDE_CODE_ENTRYPOINT: how }) => how === 'sdk-cli',
};

function readBatch(payload: JsonObject): HookReport | undefined {
  const session = wordOf(payload['session_id']);
  const folder = wordOf(payload['cwd']);
  const calls = payload['tool_calls'];
  const thread = payload['agent_id'];
  const events = (Array.isArray(calls) ? calls : []).flatMap((call: unknown) =>
    isObject(call) ? (readResult({ ...call, agent_id: thread }) ?? []) : [],
  );
  if (session === undefined || events.length === 0) return undefined;
  return { session, events, ...(folder === undefined ? {} : { folder }) };
}

/** What begins a result that tells of a failure. */
const FAILED = /^(?:Exit code [1-9]|<tool_use_error>)/;

function readResult(payload: JsonObject): SessionEvent | undefined {
  const call = readCall(payload);
  if (call === undefined) return undefined;
  const result = keepEnds(readToolResult(payload['tool_response']));
  const isFailure = FAILED.test(result);
  return { kind: 'result', ...call, result, ...(isFailure && { error: true }) };
}

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
