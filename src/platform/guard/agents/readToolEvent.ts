import type { SessionCall, SessionEvent } from '../../../model/guard/sessionRecord';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { HookReport } from './hookAdapter';
import { keepEnds } from './keepEnds';
import { readToolResult } from './readToolResult';

/** A failure is the result of a call that failed. */
type EventKind = SessionEvent['kind'] | 'failure';

/** The kind of each event that an agent's hooks name. */
export type EventKinds = Readonly<Record<string, EventKind>>;

/**
 * Reads a payload with the members that Claude Code introduced and others took over (`session_id`, `cwd`, `prompt`,
 * `tool_name`, `tool_input`, `tool_response`, `tool_use_id`). Undefined where one is missing that the event needs.
 */
export function readToolEvent(
  kinds: EventKinds,
  name: string,
  payload: JsonObject,
): HookReport | undefined {
  const kind = new Map(Object.entries(kinds)).get(name);
  const session = wordOf(payload['session_id']);
  const event = kind && toEvent(kind, payload);
  if (session === undefined || event === undefined) return undefined;
  const folder = wordOf(payload['cwd']);
  return { session, events: [event], ...(folder === undefined ? {} : { folder }) };
}

function toEvent(kind: EventKind, payload: JsonObject): SessionEvent | undefined {
  switch (kind) {
    case 'started':
    case 'ended':
      return { kind };
    case 'prompt':
      return { kind, text: keepEnds(textOf(payload['prompt'])) };
    case 'stop': {
      const text = payload['last_assistant_message'] ?? payload['prompt_response'];
      const isAgain = payload['stop_hook_active'] === true;
      return { kind, text: keepEnds(textOf(text)), ...(isAgain && { again: true as const }) };
    }
    case 'call':
    case 'result':
    case 'failure': {
      const call = readCall(payload);
      if (call === undefined || kind === 'call') return call && { kind: 'call', ...call };
      return readResult(call, kind, payload);
    }
    default:
      return kind satisfies never;
  }
}

/** A call; undefined where it names no tool. */
export function readCall(payload: JsonObject): SessionCall | undefined {
  const tool = wordOf(payload['tool_name']);
  if (tool === undefined) return undefined;
  const call = wordOf(payload['tool_use_id']);
  const thread = wordOf(payload['agent_id']);
  return {
    ...{ tool, args: keepEnds(textOf(payload['tool_input'])) },
    ...(call === undefined ? {} : { call }),
    ...(thread === undefined ? {} : { thread }),
  };
}

function readResult(
  call: SessionCall,
  kind: 'result' | 'failure',
  payload: JsonObject,
): SessionEvent | undefined {
  // The user's own interrupt is no result.
  if (payload['is_interrupt'] === true) return undefined;
  const response = payload['tool_response'];
  const isFailure = kind === 'failure' || (isObject(response) && hasError(response));
  const result = kind === 'failure' ? textOf(payload['error']) : readToolResult(response);
  return { kind: 'result', ...call, result: keepEnds(result), ...(isFailure && { error: true }) };
}

function hasError({ error, isError }: JsonObject): boolean {
  return isError === true || (error !== undefined && error !== null && error !== false);
}
