import type { RecordedRun, RecordingItem } from '../../../domain/replay';
import { askedIn, firstAsked, withAsked } from '../parts/asked';
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
  const run = numberedRun(wordOf(value['sessionId']) ?? name, file, messages.flatMap(stepsOf));
  const asked = messages.filter(isUsers).map(({ content }) => content);
  return withAsked(run, firstAsked(asked));
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
    const steps = stepsOf(value);
    if (!steps.every((step) => fits(room, { number: 0, ...step }))) {
      return [problemAt(placeOf(line, place), TOO_MUCH)];
    }
    const asked = isUsers(value) ? askedIn(value['content']) : undefined;
    messages.set(messageId, { steps, asked });
    return [];
  };
  const end = (): readonly RecordingItem[] => {
    const all = [...messages.values()];
    const steps = all.flatMap((message) => message.steps);
    const first = all.find(({ asked }) => asked !== undefined)?.asked;
    return [{ kind: 'run', run: withAsked(numberedRun(id, place.file, steps), first) }];
  };
  return { line: take, end };
}

interface Message {
  readonly steps: readonly UnnumberedStep[];
  readonly asked: string | undefined;
}

function isUsers({ type }: JsonObject): boolean {
  return type === 'user';
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
