import type { CallResult } from '../../../model/guard/sessionRecord';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { HookAdapter, HookReading } from './hookAdapter';
import { printAnswer } from './printAnswer';
import { folderOf, readCall, readToolEvent, toResult, type EventKinds } from './readToolEvent';
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
  read: readEvent,
  print: (event, answer) => printAnswer(event, answer, toEnd),
  readRecorded,
  // `claude -p` ends without a word.
  isSilent: ({ CLAUDE_CODE_ENTRYPOINT: how }) => how === 'sdk-cli',
};

function readEvent(event: string, payload: JsonObject): HookReading {
  // VS Code and Cursor read the same file.
  if (payload['hookEventName'] !== undefined || payload['cursor_version'] !== undefined)
    return 'nothing';
  return event === BATCH ? readBatch(payload) : readToolEvent(KINDS, event, payload);
}

function readBatch(payload: JsonObject): HookReading {
  const session = wordOf(payload['session_id']);
  const { tool_calls: calls, agent_id: thread } = payload;
  const results = (Array.isArray(calls) ? calls : []).flatMap((call: unknown) =>
    isObject(call) ? (readResult({ ...call, agent_id: thread }) ?? []) : [],
  );
  if (session === undefined || results.length === 0) return undefined;
  const events = results.map((result) => ({ kind: 'result' as const, ...result }));
  return { session, events, ...folderOf(payload['cwd']) };
}

/** What begins a result that tells of a failure. */
const FAILED = /^(?:Exit code [1-9]|<tool_use_error>)/;

function readResult(payload: JsonObject): CallResult | undefined {
  const call = readCall(payload);
  const result = readToolResult(payload['tool_response']);
  return call && toResult(call, result, FAILED.test(result));
}

function toEnd(event: string, reason: string): object {
  return event === 'UserPromptSubmit'
    ? { decision: 'block', reason }
    : { continue: false, stopReason: reason };
}

/** What begins the message that it records when its user presses Esc. */
const INTERRUPTED = '[Request interrupted by user';

function readRecorded({
  type,
  message,
  isSidechain,
}: JsonObject): 'interrupt' | 'work' | undefined {
  if (isSidechain === true || !isObject(message)) return undefined;
  if (type === 'assistant') return 'work';
  const { content } = message;
  // What a user types is a text, or has more parts.
  if (type !== 'user' || !Array.isArray(content) || content.length !== 1) return undefined;
  const [part] = content as readonly unknown[];
  if (!isObject(part)) return undefined;
  if (part['type'] === 'tool_result') return 'work';
  return textOf(part['text']).startsWith(INTERRUPTED) ? 'interrupt' : undefined;
}
