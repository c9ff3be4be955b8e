import { isObject, wordOf } from '../../json/jsonValue';

/** Not of the protocol: extensions begin with an underscore. */
const METHOD = '_devs/permitted';

/** The line in a transcript that says that the agent was permitted a call. */
export function toPermittedMessage(callId: string): object {
  return { jsonrpc: '2.0', method: METHOD, params: { toolCallId: callId } };
}

/** The call that a message says was permitted; undefined for other messages. */
export function readPermitted(method: string | undefined, params: unknown): string | undefined {
  if (method !== METHOD || !isObject(params)) return undefined;
  return wordOf(params['toolCallId']);
}
