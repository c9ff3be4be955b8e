import {
  contentText,
  isObject,
  textOf,
  without,
  wordOf,
  type JsonObject,
} from '../../json/jsonValue';
import type { EventMeaning } from './eventMeaning';

const EVENT = /(?:Event|Observation|Condensation)$/;
const KIND = new Set(['kind']);

/** Whether this is an event of the OpenHands SDK. */
export function looksLikeSdkEvent({
  kind,
  source,
  action,
  tool_call_id: call,
}: JsonObject): boolean {
  if (typeof source !== 'string') return false;
  return (
    (typeof kind === 'string' && EVENT.test(kind)) || (isObject(action) && typeof call === 'string')
  );
}

/** What such an event says; `undefined` for one that is no work of the agent. */
export function sdkEvent(event: JsonObject): EventMeaning | undefined {
  const { kind, source } = event;
  if (kind === 'ActionEvent' || (kind === undefined && 'action' in event)) return callOf(event);
  if (kind === 'ObservationEvent') return observationOf(event);
  if (kind === 'AgentErrorEvent') return resultOf(event, { text: event['error'], error: true });
  if (kind === 'UserRejectObservation') return resultOf(event, { text: event['rejection_reason'] });
  if (kind !== 'MessageEvent' || source !== 'agent') return undefined;
  const message = isObject(event['llm_message']) ? event['llm_message'] : {};
  return { kind: 'said', text: contentText(message['content']) };
}

function callOf(event: JsonObject): EventMeaning {
  const { action, tool_call: asked, tool_call_id: callId, id } = event;
  const call = isObject(asked) ? asked : {};
  const tool = wordOf(event['tool_name']) ?? wordOf(call['name']) ?? 'unknown';
  const args = isObject(action) ? textOf(without(action, KIND)) : textOf(call['arguments']);
  const thought = contentText(event['thought']) || contentText(event['reasoning_content']);
  const ids = [callId, id].filter((name) => name !== undefined);
  if (tool === 'think') return { kind: 'said', text: thought || args };
  const response = wordOf(event['llm_response_id']);
  return { kind: 'call', ids, response, step: { tool, args, result: '', thought } };
}

function observationOf(event: JsonObject): EventMeaning {
  const seen = isObject(event['observation']) ? event['observation'] : {};
  const text = seen['content'] ?? seen['output'] ?? textOf(without(seen, KIND));
  const code = seen['exit_code'];
  const failed = seen['is_error'] === true || (typeof code === 'number' && code !== 0);
  const said = typeof seen['is_error'] === 'boolean' || typeof code === 'number';
  return resultOf(event, { text, ...(said ? { error: failed } : {}) });
}

function resultOf(
  { tool_call_id: callId, action_id: actionId }: JsonObject,
  { text, error }: { readonly text: unknown; readonly error?: boolean },
): EventMeaning {
  return {
    kind: 'result',
    of: [callId, actionId].filter((name) => name !== undefined),
    result: contentText(text),
    ...(error === undefined ? {} : { error }),
  };
}
