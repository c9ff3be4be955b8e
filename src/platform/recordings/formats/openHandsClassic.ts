import {
  contentText,
  isObject,
  textOf,
  without,
  wordOf,
  type JsonObject,
} from '../../json/jsonValue';
import type { EventMeaning } from './eventMeaning';

/** What the machinery does of its own accord, not the agent. */
const NO_CALLS = new Set(
  'null start system recall change_agent_state condensation condensation_request pause resume stop'.split(
    ' ',
  ),
);
/** Observations that answer no call. */
const NO_RESULTS = new Set([
  'null',
  'agent_state_changed',
  'recall',
  'condense',
  'chat',
  'message',
]);
/** Arguments that say nothing of what was asked for, as do those that are false or empty. */
const NO_ARGUMENTS = new Set(['thought', 'confirmation_state', 'security_risk']);

/** Whether this is an event as OpenHands kept them before its SDK. */
export function looksLikeClassicEvent(value: JsonObject): boolean {
  const { action, observation, source, args, extras, cause } = value;
  const kind = typeof action === 'string' || typeof observation === 'string';
  return (
    kind &&
    (typeof source === 'string' || isObject(args) || isObject(extras) || cause !== undefined)
  );
}

/** What such an event says; `undefined` for one that is no work of the agent. */
export function classicEvent(event: JsonObject): EventMeaning | undefined {
  const { action, source } = event;
  if (typeof action !== 'string') return resultOf(event);
  if (NO_CALLS.has(action) || source === 'user' || source === 'environment') return undefined;
  const args = isObject(event['args']) ? event['args'] : {};
  const thought = contentText(args['thought']);
  if (action === 'message' || action === 'think') {
    return { kind: 'said', text: contentText(args['content']) || thought };
  }
  const metadata = isObject(event['tool_call_metadata']) ? event['tool_call_metadata'] : {};
  const tool = wordOf(metadata['function_name']) ?? action;
  const response = isObject(metadata['model_response']) ? metadata['model_response'] : {};
  return {
    kind: 'call',
    ids: [event['id']].filter((id) => id !== undefined),
    response: wordOf(response['id']),
    step: { tool, args: textOf(asked(args)), result: '', thought },
  };
}

function asked(args: JsonObject): JsonObject {
  const empty = Object.keys(args).filter((name) => EMPTY.has(args[name]));
  return without(args, new Set([...NO_ARGUMENTS, ...empty]));
}
const EMPTY = new Set<unknown>([false, null, '']);

function resultOf(event: JsonObject): EventMeaning | undefined {
  const { observation, cause, content } = event;
  if (typeof observation !== 'string' || NO_RESULTS.has(observation)) return undefined;
  const error = errorOf(event);
  return {
    kind: 'result',
    of: cause === undefined || cause === null ? [] : [cause],
    result: contentText(content) || contentText(event['message']),
    ...(error === undefined ? {} : { error }),
  };
}

function errorOf({ observation, success, extras }: JsonObject): boolean | undefined {
  if (observation === 'error') return true;
  if (typeof success === 'boolean') return !success;
  const more = isObject(extras) ? extras : {};
  const metadata = isObject(more['metadata']) ? more['metadata'] : more;
  const code = metadata['exit_code'];
  return typeof code === 'number' ? code !== 0 : undefined;
}
