import { contentText, isObject, type JsonObject, parseJson } from '../json/jsonValue';
import { answerDocument } from './answerDocument';
import type { CallFailure } from './endpointFailure';
import { tokens } from './tokens';

/** Answer of a model. */
export interface ChatText {
  readonly kind: 'answered';
  /** 100,000 characters at most, never blank. */
  readonly text: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Characters of a reply that are kept. */
const MAX_TEXT = 100_000;

/** Reads the body of a chat completion, also of an unrequested stream of its parts. */
export function readChat(body: string): ChatText | CallFailure {
  const streamed = readEventStream(body);
  if (streamed !== undefined) return answered(streamed, {});
  const document = answerDocument(body);
  if (!document.ok) return document.trouble;
  const [choice] = listOf(document.value['choices']);
  const message = isObject(choice) ? choice['message'] : undefined;
  if (!isObject(choice) || !isObject(message)) return { kind: 'not understood' };
  const text = findText(message);
  if (text.trim() !== '') return answered(text, document.value['usage']);
  if (typeof message['refusal'] === 'string' || choice['finish_reason'] === 'content_filter')
    return { kind: 'declined' };
  return { kind: choice['finish_reason'] === 'length' ? 'used up' : 'nothing said' };
}

/** Text of a message; if empty, the arguments of its tool call: some servers answer like that. */
function findText(message: JsonObject): string {
  const { content } = message;
  const said = typeof content === 'string' || Array.isArray(content) ? contentText(content) : '';
  if (said.trim() !== '') return said;
  const [call] = listOf(message['tool_calls']);
  const called = isObject(call) ? call['function'] : undefined;
  return isObject(called) && typeof called['arguments'] === 'string' ? called['arguments'] : '';
}

function answered(text: string, usage: unknown): ChatText | CallFailure {
  if (text.trim() === '') return { kind: 'nothing said' };
  const counted = isObject(usage) ? usage : {};
  return {
    kind: 'answered',
    text: text.slice(0, MAX_TEXT),
    ...tokens('inputTokens', counted['prompt_tokens']),
    ...tokens('outputTokens', counted['completion_tokens']),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text of an unrequested event stream (`data: {…}` lines); undefined if the body is not such a stream. */
function readEventStream(body: string): string | undefined {
  if (!/^(?:data|event|id|retry)?:/.test(body.trimStart().slice(0, 10))) return undefined;
  const pieces = body.split(/\r?\n/).flatMap((line) => {
    const data = /^data: ?(.*)$/.exec(line)?.[1];
    const parsed = data === undefined ? undefined : parseJson(data);
    return parsed?.ok === true ? [pieceOf(parsed.value)] : [];
  });
  return pieces.join('');
}

function pieceOf(event: unknown): string {
  const choices = isObject(event) ? event['choices'] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isObject(first) ? (first['delta'] ?? first['message']) : undefined;
  const content = isObject(delta) ? delta['content'] : undefined;
  return typeof content === 'string' ? content : '';
}
