import type { CallResult, RunBuilder } from '../parts/runBuilder';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';
import { createSessionReader } from '../parts/sessionReader';

const ROLES = new Set(['user', 'assistant', 'toolResult']);

/** Whether this is a line of a session file of pi or OpenClaw. */
export function isPiLine({ type, message, id, cwd, timestamp }: JsonObject): boolean {
  if (type === 'session') return [id, cwd, timestamp].every((word) => typeof word === 'string');
  return type === 'message' && isObject(message) && ROLES.has(textOf(message['role']));
}

/** Reads a session file of pi (`~/.pi/agent/sessions/…/….jsonl`) or OpenClaw: calls with their results, and texts. */
export function createPiReader(place: Place): LineReader {
  return createSessionReader(place, {
    sessionOf: ({ type, id }) => (type === 'session' ? wordOf(id) : undefined),
    readLine: (run, { type, id, message }) => {
      if (type === 'message' && isObject(message)) readMessage(run, message, wordOf(id));
    },
  });
}

function readMessage(run: RunBuilder, message: JsonObject, id: string | undefined): void {
  const { role, content } = message;
  if (role === 'user') run.addUserMessage(content);
  if (role === 'toolResult') run.addResult(wordOf(message['toolCallId']), parseResult(message));
  if (role !== 'assistant') return;
  run.startResponse(id);
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  if (typeof content === 'string') run.addText(content);
  for (const { type, text, thinking, ...call } of parts) {
    if (type === 'text') run.addText(textOf(text));
    if (type === 'thinking') run.addThought(textOf(thinking));
    if (type !== 'toolCall') continue;
    const tool = wordOf(call['name']) ?? 'unknown';
    run.addCall({ tool, args: textOf(call['arguments']), id: wordOf(call['id']) });
  }
}

function parseResult({ content, details, isError }: JsonObject): CallResult {
  const result = contentText(content);
  const { exitCode, status } = isObject(details) ? details : {};
  const failed =
    isError === true || status === 'error' || (typeof exitCode === 'number' && exitCode !== 0);
  return typeof isError === 'boolean' || failed ? { result, error: failed } : { result };
}
