import { isObject, type JsonObject } from '../../json/jsonValue';
import { readFailure } from './codexRollout';
import type { HookAdapter } from './hookAdapter';
import { printAnswer } from './printAnswer';
import { readToolEvent, type EventKinds } from './readToolEvent';

const KINDS = {
  SessionStart: 'started',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'call',
  PostToolUse: 'result',
  Stop: 'stop',
  SessionEnd: 'ended',
} as const satisfies EventKinds;

/** Hooks of Codex. It drops an answer as a whole for one member that the event does not know. */
export const codexHooks: HookAdapter = {
  events: Object.keys(KINDS),
  read: (event, payload) => readToolEvent(KINDS, event, withFailure(withPatch(payload))),
  print: (event, answer) => printAnswer(event, answer, toEnd),
  readRecorded,
};

/** The payload with the patch itself as the argument of its tool, as its model gives it. */
function withPatch(payload: JsonObject): JsonObject {
  const { tool_name: tool, tool_input: input } = payload;
  return tool === 'apply_patch' && isObject(input) && typeof input['command'] === 'string'
    ? { ...payload, tool_input: input['command'] }
    : payload;
}

/** The payload with whether its command failed, which Codex tells in the rollout of the session alone. */
function withFailure(payload: JsonObject): JsonObject {
  const { tool_response: output, transcript_path: rollout, tool_use_id: call } = payload;
  if (typeof output !== 'string' || payload['tool_name'] !== 'Bash') return payload;
  const isError = readFailure(rollout, call);
  return isError === true ? { ...payload, tool_response: { output, isError } } : payload;
}

function toEnd(event: string, reason: string): object {
  return event === 'Stop' ? { continue: false, stopReason: reason } : { decision: 'block', reason };
}

function readRecorded({ type, payload }: JsonObject): 'interrupt' | 'work' | undefined {
  if (!isObject(payload)) return undefined;
  if (type === 'event_msg' && payload['type'] === 'turn_aborted')
    return payload['reason'] === 'interrupted' ? 'interrupt' : undefined;
  const isInput = payload['role'] === 'user' || payload['role'] === 'developer';
  return type === 'response_item' && !isInput ? 'work' : undefined;
}
