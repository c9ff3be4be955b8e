import type { RecordedRun, RecordingItem } from '../../../model/steps/replayedRun';
import { findUserPrompt, withPrompt } from '../parts/userPrompt';
import { PendingPrompt } from '../parts/pendingPrompt';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import { locateLine, FILE_TOO_LARGE, type LineReader } from '../parts/lineReader';
import { problemAt, type Place } from '../parts/place';
import { reserve, createBudget, toNumberedRun, type UnnumberedStep } from '../parts/toNumberedRun';

/** Whether this is a whole Gemini CLI session file (`~/.gemini/tmp/…/chats/session-….json`). */
export function isGeminiChat({ sessionId, messages }: JsonObject): boolean {
  return typeof sessionId === 'string' && Array.isArray(messages);
}

/** Whether this is a line of a Gemini CLI session file (`session-….jsonl`). */
export function isGeminiChatLine(value: JsonObject): boolean {
  const { sessionId, projectHash, type, id } = value;
  if (typeof sessionId === 'string' && typeof projectHash === 'string') return true;
  return type === 'gemini' && typeof id === 'string';
}

/** Reads a Gemini CLI session: the calls of each message with their results. */
export function parseGeminiChat(value: JsonObject, { name, file }: Place): RecordedRun {
  const messages = (value['messages'] as readonly unknown[]).filter(isObject);
  return toRun(wordOf(value['sessionId']) ?? name, file, messages.map(parseMessage));
}

/** Reads a Gemini CLI session from lines; a later line replaces an earlier one with the same id. */
export function createGeminiChatReader(place: Place): LineReader {
  const messages = new Map<string, Message>();
  const budget = createBudget();
  let id = place.name;
  const take: LineReader['readLine'] = (line) => {
    const { value } = line;
    if (!isObject(value) || budget.left < 0) return [];
    if (typeof value['$rewindTo'] === 'string') removeFrom(messages, value['$rewindTo']);
    if (typeof value['projectHash'] === 'string') id = wordOf(value['sessionId']) ?? id;
    const messageId = wordOf(value['id']);
    if (messageId === undefined) return [];
    const message = parseMessage(value);
    budget.left -= message.prompt?.length ?? 0;
    if (!message.steps.every((step) => reserve(budget, { number: 0, ...step }))) {
      return [problemAt(locateLine(line, place), FILE_TOO_LARGE)];
    }
    messages.set(messageId, message);
    return [];
  };
  const end = (): readonly RecordingItem[] => {
    return [{ kind: 'run', run: toRun(id, place.file, [...messages.values()]) }];
  };
  return { readLine: take, end };
}

interface Message {
  readonly steps: readonly UnnumberedStep[];
  readonly prompt: string | undefined;
}

function parseMessage(value: JsonObject): Message {
  const prompt = value['type'] === 'user' ? findUserPrompt(value['content']) : undefined;
  return { steps: parseSteps(value), prompt };
}

function toRun(id: string, file: string, messages: readonly Message[]): RecordedRun {
  const pendingPrompt = new PendingPrompt();
  const steps = messages.flatMap((message) => {
    pendingPrompt.set(message.prompt);
    const [first, ...others] = message.steps;
    return first === undefined ? [] : [pendingPrompt.attachTo(first), ...others];
  });
  const first = messages.find(({ prompt }) => prompt !== undefined)?.prompt;
  return withPrompt(toNumberedRun(id, file, steps), first);
}

function removeFrom(messages: Map<string, unknown>, id: string): void {
  const ids = [...messages.keys()];
  for (const later of ids.slice(Math.max(0, ids.indexOf(id)))) messages.delete(later);
}

function parseSteps(message: JsonObject): readonly UnnumberedStep[] {
  if (message['type'] !== 'gemini') return [];
  const { content, thoughts, toolCalls } = message;
  const thought = contentText(content) || readThoughts(thoughts);
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject) : [];
  if (calls.length === 0) {
    return thought === '' ? [] : [{ tool: '', args: '', result: '', thought }];
  }
  return calls.map((call, at) => ({
    tool: wordOf(call['name']) ?? 'unknown',
    args: textOf(call['args']),
    result: readResultText(call),
    ...(at === 0 ? { thought } : { thought: '', madeWithLast: true }),
    ...toError(call['status']),
  }));
}

function toError(status: unknown): { readonly error?: boolean } {
  if (status !== 'success' && status !== 'error') return {};
  return { error: status === 'error' };
}

function readThoughts(thoughts: unknown): string {
  if (!Array.isArray(thoughts)) return '';
  const parts = thoughts.filter(isObject);
  return parts.map((part) => textOf(part['description'] ?? part['subject'])).join('\n');
}

function readResultText({ result, resultDisplay }: JsonObject): string {
  const parts = Array.isArray(result) ? result : [result];
  const text = parts.map(readPartText).filter(Boolean).join('\n');
  return text || textOf(resultDisplay);
}

function readPartText(part: unknown): string {
  if (!isObject(part) || !isObject(part['functionResponse'])) return contentText(part);
  const { response } = part['functionResponse'];
  if (!isObject(response)) return textOf(response);
  return textOf(response['output'] ?? response['error'] ?? response);
}
