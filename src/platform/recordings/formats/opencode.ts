import type { RecordedRun } from '../../../model/steps/replayedRun';
import { parseOpencodeResult } from '../../agents/streams/opencodeEvents';
import { RunBuilder } from '../parts/runBuilder';
import { isObject, textOf, wordOf, type JsonObject } from '../../json/jsonValue';
import type { LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';
import { createSessionReader } from '../parts/sessionReader';
import { createBudget } from '../parts/toNumberedRun';

const EVENTS = new Set('step_start step_finish tool_use text reasoning error'.split(' '));

/** Whether this is an event of `opencode run --format json`. */
export function isOpencodeEvent({ type, sessionID }: JsonObject): boolean {
  return typeof sessionID === 'string' && typeof type === 'string' && EVENTS.has(type);
}

/** Reads the output of `opencode run --format json`. */
export function createOpencodeReader(place: Place): LineReader {
  return createSessionReader(place, {
    sessionOf: ({ sessionID }) => wordOf(sessionID),
    readLine: (run, { part }) => {
      if (isObject(part)) readPart(run, part);
    },
  });
}

/** Whether this is the output of `opencode export`. */
export function isOpencodeSession({ info, messages }: JsonObject): boolean {
  if (!isObject(info) || !Array.isArray(messages)) return false;
  return messages.every(
    (message) => isObject(message) && isObject(message['info']) && Array.isArray(message['parts']),
  );
}

/** Reads the output of `opencode export`: calls with their results, and texts. */
export function parseOpencodeSession(value: JsonObject, { name, file }: Place): RecordedRun {
  const run = new RunBuilder(createBudget());
  const info = isObject(value['info']) ? value['info'] : {};
  for (const message of (value['messages'] as readonly unknown[]).filter(isObject)) {
    const role = isObject(message['info']) ? message['info']['role'] : undefined;
    const parts = (message['parts'] as readonly unknown[]).filter(isObject);
    if (role === 'user') run.addUserMessage(parts.filter(({ synthetic }) => synthetic !== true));
    else if (role === 'assistant') for (const part of parts) readPart(run, part);
  }
  return run.end(wordOf(info['id']) ?? name, file);
}

function readPart(run: RunBuilder, part: JsonObject): void {
  run.startResponse(wordOf(part['messageID']));
  if (part['type'] === 'text') run.addText(textOf(part['text']));
  if (part['type'] === 'reasoning') run.addThought(textOf(part['text']));
  if (part['type'] !== 'tool') return;
  const state = isObject(part['state']) ? part['state'] : {};
  const id = wordOf(part['callID']) ?? wordOf(part['id']) ?? 'the call';
  run.addCall({ tool: wordOf(part['tool']) ?? 'unknown', args: textOf(state['input']), id });
  if (hasEnded(state)) run.addResult(id, parseOpencodeResult(wordOf(part['tool']), state));
}

function hasEnded({ status, output }: JsonObject): boolean {
  return status === 'completed' || status === 'error' || typeof output === 'string';
}
