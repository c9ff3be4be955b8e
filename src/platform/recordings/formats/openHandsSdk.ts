import {
  contentText,
  isObject,
  textOf,
  without,
  wordOf,
  type JsonObject,
} from '../../json/jsonValue';
import type { OpenHandsEvent } from './openHandsEvent';

const EVENT = /(?:Event|Observation|Condensation)$/;
const KIND = new Set(['kind']);

/** Whether this is an OpenHands SDK event. */
export function isSdkEvent({ kind, source, action, tool_call_id: call }: JsonObject): boolean {
  if (typeof source !== 'string') return false;
  return (
    (typeof kind === 'string' && EVENT.test(kind)) || (isObject(action) && typeof call === 'string')
  );
}

/** Parses an event; `undefined` when it is not work of the agent. */
export function parseSdkEvent(event: JsonObject): OpenHandsEvent | undefined {
  const { kind, source } = event;
  if (kind === 'ActionEvent' || (kind === undefined && 'action' in event)) return parseCall(event);
  if (kind === 'ObservationEvent') return parseObservation(event);
  if (kind === 'AgentErrorEvent') return toResult(event, { text: event['error'], error: true });
  if (kind === 'UserRejectObservation') return toResult(event, { text: event['rejection_reason'] });
  if (kind !== 'MessageEvent' || source !== 'agent') return undefined;
  const message = isObject(event['llm_message']) ? event['llm_message'] : {};
  return { kind: 'text', text: contentText(message['content']) };
}

function parseCall(event: JsonObject): OpenHandsEvent {
  const { action, tool_call: asked, tool_call_id: callId, id } = event;
  const call = isObject(asked) ? asked : {};
  const tool = wordOf(event['tool_name']) ?? wordOf(call['name']) ?? 'unknown';
  const args = isObject(action) ? textOf(without(action, KIND)) : textOf(call['arguments']);
  const thought = contentText(event['thought']) || contentText(event['reasoning_content']);
  const ids = [callId, id].filter((name) => name !== undefined);
  if (tool === 'think') return { kind: 'text', text: thought || args };
  const response = wordOf(event['llm_response_id']);
  return { kind: 'call', ids, response, step: { tool, args, result: '', thought } };
}

function parseObservation(event: JsonObject): OpenHandsEvent {
  const seen = isObject(event['observation']) ? event['observation'] : {};
  const text = seen['content'] ?? seen['output'] ?? textOf(without(seen, KIND));
  const code = seen['exit_code'];
  const failed = seen['is_error'] === true || (typeof code === 'number' && code !== 0);
  const hasOutcome = typeof seen['is_error'] === 'boolean' || typeof code === 'number';
  return toResult(event, { text, ...(hasOutcome ? { error: failed } : {}) });
}

function toResult(
  { tool_call_id: callId, action_id: actionId }: JsonObject,
  { text, error }: { readonly text: unknown; readonly error?: boolean },
): OpenHandsEvent {
  return {
    kind: 'result',
    of: [callId, actionId].filter((name) => name !== undefined),
    result: contentText(text),
    ...(error === undefined ? {} : { error }),
  };
}
