import {
  contentText,
  isObject,
  textOf,
  without,
  wordOf,
  type JsonObject,
} from '../../json/jsonValue';
import type { OpenHandsEvent } from './openHandsEvent';

/** Actions of OpenHands itself, not of the agent. */
const NO_CALLS = new Set(
  'null start system recall change_agent_state condensation condensation_request pause resume stop'.split(
    ' ',
  ),
);
/** Observations that are not results of calls. */
const NO_RESULTS = new Set([
  'null',
  'agent_state_changed',
  'recall',
  'condense',
  'chat',
  'message',
]);
/** Members of `args` that are not arguments of the call; neither are false or empty ones. */
const NO_ARGUMENTS = new Set(['thought', 'confirmation_state', 'security_risk']);

/** Whether this is an OpenHands event from before the SDK. */
export function isClassicEvent(value: JsonObject): boolean {
  const { action, observation, source, args, extras, cause } = value;
  const kind = typeof action === 'string' || typeof observation === 'string';
  return (
    kind &&
    (typeof source === 'string' || isObject(args) || isObject(extras) || cause !== undefined)
  );
}

/** Parses an event; `undefined` when it is not work of the agent. */
export function parseClassicEvent(event: JsonObject): OpenHandsEvent | undefined {
  const { action, source } = event;
  if (typeof action !== 'string') return parseResult(event);
  if (NO_CALLS.has(action) || source === 'user' || source === 'environment') return undefined;
  const args = isObject(event['args']) ? event['args'] : {};
  const thought = contentText(args['thought']);
  if (action === 'message' || action === 'think') {
    return { kind: 'text', text: contentText(args['content']) || thought };
  }
  const metadata = isObject(event['tool_call_metadata']) ? event['tool_call_metadata'] : {};
  const tool = wordOf(metadata['function_name']) ?? action;
  const response = isObject(metadata['model_response']) ? metadata['model_response'] : {};
  return {
    kind: 'call',
    ids: [event['id']].filter((id) => id !== undefined),
    response: wordOf(response['id']),
    step: { tool, args: textOf(withoutEmptyArguments(args)), result: '', thought },
  };
}

function withoutEmptyArguments(args: JsonObject): JsonObject {
  const empty = Object.keys(args).filter((name) => EMPTY.has(args[name]));
  return without(args, new Set([...NO_ARGUMENTS, ...empty]));
}
const EMPTY = new Set<unknown>([false, null, '']);

function parseResult(event: JsonObject): OpenHandsEvent | undefined {
  const { observation, cause, content } = event;
  if (typeof observation !== 'string' || NO_RESULTS.has(observation)) return undefined;
  const error = readError(event);
  return {
    kind: 'result',
    of: cause === undefined || cause === null ? [] : [cause],
    result: contentText(content) || contentText(event['message']),
    ...(error === undefined ? {} : { error }),
  };
}

function readError({ observation, success, extras }: JsonObject): boolean | undefined {
  if (observation === 'error') return true;
  if (typeof success === 'boolean') return !success;
  const more = isObject(extras) ? extras : {};
  const metadata = isObject(more['metadata']) ? more['metadata'] : more;
  const code = metadata['exit_code'];
  return typeof code === 'number' ? code !== 0 : undefined;
}
