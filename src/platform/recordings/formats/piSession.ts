import type { CallAnswer, GrowingRun } from '../parts/growingRun';
import { contentText, isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';
import { sessionLines } from '../parts/sessionLines';

const ROLES = new Set(['user', 'assistant', 'toolResult']);

/** Whether this is a line of a session of pi, which OpenClaw keeps as well. */
export function looksLikePi({ type, message, id, cwd, timestamp }: JsonObject): boolean {
  if (type === 'session') return [id, cwd, timestamp].every((word) => typeof word === 'string');
  return type === 'message' && isObject(message) && ROLES.has(textOf(message['role']));
}

/** A session of pi (`~/.pi/agent/sessions/…/….jsonl`) or OpenClaw: its calls with their results, and what was said. */
export function piLines(place: Place): LineReader {
  return sessionLines(place, {
    sessionOf: ({ type, id }) => (type === 'session' ? wordOf(id) : undefined),
    read: (run, { type, id, message }) => {
      if (type === 'message' && isObject(message)) readMessage(run, message, wordOf(id));
    },
  });
}

function readMessage(run: GrowingRun, message: JsonObject, id: string | undefined): void {
  const { role, content } = message;
  if (role === 'user') run.ask(content);
  if (role === 'toolResult') run.answer(wordOf(message['toolCallId']), answerOf(message));
  if (role !== 'assistant') return;
  run.respond(id);
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  if (typeof content === 'string') run.say(content);
  for (const { type, text, thinking, ...call } of parts) {
    if (type === 'text') run.say(textOf(text));
    if (type === 'thinking') run.think(textOf(thinking));
    if (type !== 'toolCall') continue;
    const tool = wordOf(call['name']) ?? 'unknown';
    run.call({ tool, args: textOf(call['arguments']), id: wordOf(call['id']) });
  }
}

function answerOf({ content, details, isError }: JsonObject): CallAnswer {
  const result = contentText(content);
  const { exitCode, status } = isObject(details) ? details : {};
  const failed =
    isError === true || status === 'error' || (typeof exitCode === 'number' && exitCode !== 0);
  return typeof isError === 'boolean' || failed ? { result, error: failed } : { result };
}
