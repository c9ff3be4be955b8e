import type { CallResult, SessionCall, SessionEvent } from '../../../model/guard/sessionRecord';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { HookReading } from './hookAdapter';
import { readToolResult, saysFailed } from './readToolResult';

/** A failure is the result of a call that failed. */
export type EventKind = SessionEvent['kind'] | 'failure';

/** What begins a prompt of Claude Code that no user gave. */
const NOTICE = '<task-notification>';

/** The kind of each event that an agent's hooks name. */
export type EventKinds = Readonly<Record<string, EventKind>>;

/**
 * Reads a payload with the members that Claude Code introduced and others took over (`session_id`, `cwd`, `prompt`,
 * `source`, `tool_name`, `tool_input`, `tool_response`, `tool_use_id`). Undefined where one is missing that the event needs.
 */
export function readToolEvent(kinds: EventKinds, name: string, payload: JsonObject): HookReading {
  const kind = new Map(Object.entries(kinds)).get(name);
  const session = wordOf(payload['session_id']);
  // The user's own interrupt is no result.
  if (session !== undefined && payload['is_interrupt'] === true) return 'nothing';
  const event = kind && toEvent(kind, payload);
  if (session === undefined || event === undefined) return undefined;
  return { session, events: [event], ...folderOf(payload['cwd']) };
}

/** The folder of a report; none where `value` is no text. */
export function folderOf(value: unknown): { readonly folder?: string } {
  const folder = wordOf(value);
  return folder === undefined ? {} : { folder };
}

function toEvent(kind: EventKind, payload: JsonObject): SessionEvent | undefined {
  switch (kind) {
    case 'started':
      return { kind, ...(payload['source'] === 'compact' && { compacted: true as const }) };
    case 'permission':
    case 'request':
    case 'ended':
      return { kind };
    case 'prompt': {
      const text = textOf(payload['prompt']);
      const recording = wordOf(payload['transcript_path']);
      return {
        ...{ kind, text },
        ...(text.startsWith(NOTICE) && { notice: true as const }),
        ...(recording !== undefined && { recording }),
      };
    }
    case 'stop': {
      const text = payload['last_assistant_message'] ?? payload['prompt_response'];
      const isAgain = payload['stop_hook_active'] === true;
      return { kind, text: textOf(text), ...(isAgain && { again: true as const }) };
    }
    case 'call':
    case 'result':
    case 'failure': {
      const call = readCall(payload);
      if (call === undefined || kind === 'call') return call && { kind: 'call', ...call };
      return { kind: 'result', ...readResult(call, kind, payload) };
    }
    default:
      return kind satisfies never;
  }
}

/** The call that a payload names; undefined where it names no tool. */
export function readCall(payload: JsonObject): SessionCall | undefined {
  const args = textOf(payload['tool_input']);
  const [id, thread] = [wordOf(payload['tool_use_id']), wordOf(payload['agent_id'])];
  return toCall({ tool: wordOf(payload['tool_name']), args, id, thread });
}

/** A call whose members may be missing; undefined without the name of its tool. */
export function toCall(found: {
  readonly tool: string | undefined;
  readonly args: string;
  readonly id?: string | undefined;
  readonly thread?: string | undefined;
}): SessionCall | undefined {
  const { tool, args, id, thread } = found;
  if (tool === undefined) return undefined;
  return {
    ...{ tool, args },
    ...(id === undefined ? {} : { call: id }),
    ...(thread === undefined ? {} : { thread }),
  };
}

function readResult(
  call: SessionCall,
  kind: 'result' | 'failure',
  payload: JsonObject,
): CallResult {
  if (kind === 'failure') return toResult(call, textOf(payload['error']), true);
  const response = payload['tool_response'];
  const isFailure = isObject(response) && hasError(response);
  return toResult(call, readToolResult(response), isFailure || saysFailed(response));
}

/** How a call ended. `isFailure`: whether it is known to have failed. */
export function toResult(call: SessionCall, result: string, isFailure: boolean): CallResult {
  return { ...call, result, ...(isFailure && { error: true }) };
}

function hasError({ error, isError }: JsonObject): boolean {
  return isError === true || (error !== undefined && error !== null && error !== false);
}
