import type { RecordedRun, RecordingItem } from '../../../model/steps/replayedRun';
import { askedIn, withAsked } from '../parts/asked';
import { Heard } from '../parts/heard';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import { placeOf, TOO_MUCH, type LineReader } from '../parts/lineReader';
import { problemAt, type Place } from '../parts/place';
import { fits, newRoom, numberedRun, type UnnumberedStep } from '../parts/stepList';

/** Whether this is a whole session that Gemini CLI kept (`~/.gemini/tmp/…/chats/session-….json`). */
export function looksLikeGeminiChat({ sessionId, messages }: JsonObject): boolean {
  return typeof sessionId === 'string' && Array.isArray(messages);
}

/** Whether this is a line of a session that Gemini CLI kept (`session-….jsonl`). */
export function looksLikeGeminiChatLine(value: JsonObject): boolean {
  const { sessionId, projectHash, type, id } = value;
  if (typeof sessionId === 'string' && typeof projectHash === 'string') return true;
  return type === 'gemini' && typeof id === 'string';
}

/** A session that Gemini CLI kept: the calls of each of its messages, with their results. */
export function geminiChatRun(value: JsonObject, { name, file }: Place): RecordedRun {
  const messages = (value['messages'] as readonly unknown[]).filter(isObject);
  return runOf(wordOf(value['sessionId']) ?? name, file, messages.map(messageOf));
}

/** The same from its lines, of which a later one replaces an earlier one with the same id. */
export function geminiChatLines(place: Place): LineReader {
  const messages = new Map<string, Message>();
  const room = newRoom();
  let id = place.name;
  const take: LineReader['line'] = (line) => {
    const { value } = line;
    if (!isObject(value) || room.left < 0) return [];
    if (typeof value['$rewindTo'] === 'string') forgetFrom(messages, value['$rewindTo']);
    if (typeof value['projectHash'] === 'string') id = wordOf(value['sessionId']) ?? id;
    const messageId = wordOf(value['id']);
    if (messageId === undefined) return [];
    const message = messageOf(value);
    room.left -= message.asked?.length ?? 0;
    if (!message.steps.every((step) => fits(room, { number: 0, ...step }))) {
      return [problemAt(placeOf(line, place), TOO_MUCH)];
    }
    messages.set(messageId, message);
    return [];
  };
  const end = (): readonly RecordingItem[] => {
    return [{ kind: 'run', run: runOf(id, place.file, [...messages.values()]) }];
  };
  return { line: take, end };
}

interface Message {
  readonly steps: readonly UnnumberedStep[];
  readonly asked: string | undefined;
}

function messageOf(value: JsonObject): Message {
  const asked = value['type'] === 'user' ? askedIn(value['content']) : undefined;
  return { steps: stepsOf(value), asked };
}

function runOf(id: string, file: string, messages: readonly Message[]): RecordedRun {
  const heard = new Heard();
  const steps = messages.flatMap((message) => {
    heard.hear(message.asked);
    const [first, ...others] = message.steps;
    return first === undefined ? [] : [heard.giveTo(first), ...others];
  });
  const first = messages.find(({ asked }) => asked !== undefined)?.asked;
  return withAsked(numberedRun(id, file, steps), first);
}

function forgetFrom(messages: Map<string, unknown>, id: string): void {
  const ids = [...messages.keys()];
  for (const later of ids.slice(Math.max(0, ids.indexOf(id)))) messages.delete(later);
}

function stepsOf(message: JsonObject): readonly UnnumberedStep[] {
  if (message['type'] !== 'gemini') return [];
  const { content, thoughts, toolCalls } = message;
  const thought = contentText(content) || thoughtText(thoughts);
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject) : [];
  if (calls.length === 0) {
    return thought === '' ? [] : [{ tool: '', args: '', result: '', thought }];
  }
  return calls.map((call, at) => ({
    tool: wordOf(call['name']) ?? 'unknown',
    args: textOf(call['args']),
    result: resultText(call),
    ...(at === 0 ? { thought } : { thought: '', madeWithLast: true }),
    ...errorOf(call['status']),
  }));
}

function errorOf(status: unknown): { readonly error?: boolean } {
  if (status !== 'success' && status !== 'error') return {};
  return { error: status === 'error' };
}

function thoughtText(thoughts: unknown): string {
  if (!Array.isArray(thoughts)) return '';
  const parts = thoughts.filter(isObject);
  return parts.map((part) => textOf(part['description'] ?? part['subject'])).join('\n');
}

function resultText({ result, resultDisplay }: JsonObject): string {
  const parts = Array.isArray(result) ? result : [result];
  const text = parts.map(partText).filter(Boolean).join('\n');
  return text || textOf(resultDisplay);
}

function partText(part: unknown): string {
  if (!isObject(part) || !isObject(part['functionResponse'])) return contentText(part);
  const { response } = part['functionResponse'];
  if (!isObject(response)) return textOf(response);
  return textOf(response['output'] ?? response['error'] ?? response);
}
