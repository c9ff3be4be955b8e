import type { RecordedRun } from '../../../model/steps/replayedRun';
import { opencodeResult } from '../../agents/streams/opencodeEvents';
import { GrowingRun } from '../parts/growingRun';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';
import { sessionLines } from '../parts/sessionLines';
import { newRoom } from '../parts/stepList';

const EVENTS = new Set('step_start step_finish tool_use text reasoning error'.split(' '));

/** Whether this is an event that `opencode run --format json` prints. */
export function looksLikeOpencodeEvent({ type, sessionID }: JsonObject): boolean {
  return typeof sessionID === 'string' && typeof type === 'string' && EVENTS.has(type);
}

/** What `opencode run --format json` printed. */
export function opencodeLines(place: Place): LineReader {
  return sessionLines(place, {
    sessionOf: ({ sessionID }) => wordOf(sessionID),
    read: (run, { part }) => {
      if (isObject(part)) readPart(run, part);
    },
  });
}

/** Whether this is a session as `opencode export` writes it. */
export function looksLikeOpencodeSession({ info, messages }: JsonObject): boolean {
  if (!isObject(info) || !Array.isArray(messages)) return false;
  return messages.every(
    (message) => isObject(message) && isObject(message['info']) && Array.isArray(message['parts']),
  );
}

/** A session as `opencode export` writes it: its calls with their results, and what was said. */
export function opencodeSessionRun(value: JsonObject, { name, file }: Place): RecordedRun {
  const run = new GrowingRun(newRoom());
  const info = isObject(value['info']) ? value['info'] : {};
  for (const message of (value['messages'] as readonly unknown[]).filter(isObject)) {
    const role = isObject(message['info']) ? message['info']['role'] : undefined;
    const parts = (message['parts'] as readonly unknown[]).filter(isObject);
    if (role === 'user') run.ask(parts.filter(({ synthetic }) => synthetic !== true));
    else if (role === 'assistant') for (const part of parts) readPart(run, part);
  }
  return run.end(wordOf(info['id']) ?? name, file);
}

function readPart(run: GrowingRun, part: JsonObject): void {
  run.respond(wordOf(part['messageID']));
  if (part['type'] === 'text') run.say(textOf(part['text']));
  if (part['type'] === 'reasoning') run.think(textOf(part['text']));
  if (part['type'] !== 'tool') return;
  const state = isObject(part['state']) ? part['state'] : {};
  const id = wordOf(part['callID']) ?? wordOf(part['id']) ?? 'the call';
  run.call({ tool: wordOf(part['tool']) ?? 'unknown', args: textOf(state['input']), id });
  if (hasEnded(state)) run.answer(id, opencodeResult(wordOf(part['tool']), state));
}

function hasEnded({ status, output }: JsonObject): boolean {
  return status === 'completed' || status === 'error' || typeof output === 'string';
}
