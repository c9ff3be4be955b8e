import type { RecordingItem } from '../../../model/steps/replayedRun';
import { createCursorReader, isCursorLine } from './cursorStream';
import { createEventStreamReader } from './eventStream';
import { isObject, textOf, type JsonObject } from '../../json/jsonValue';
import type { JsonLine, LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';

/** Lines, and their characters, that are kept until one shows the format. */
const MAX_WAITING = 200;
const MAX_WAITING_CHARACTERS = 16_000_000;

/** Whether a line is certainly one of Claude Code; Cursor's CLI prints similar lines. */
export function isClaudeLine(line: JsonObject): boolean {
  const { message } = line;
  const own = ['sessionId', 'uuid', 'parent_tool_use_id'].some((name) => name in line);
  return own || (isObject(message) && 'id' in message);
}

/** Reads an event stream of Claude Code or Cursor; a later line decides which. */
export function createClaudeOrCursorReader(place: Place): LineReader {
  const waiting: JsonLine[] = [];
  let characters = 0;
  let reader: LineReader | undefined;
  const begin = (decided: LineReader): readonly RecordingItem[] => {
    reader = decided;
    return waiting.splice(0).flatMap((line) => [...decided.readLine(line)]);
  };
  return {
    readLine: (line) => {
      if (reader !== undefined) return reader.readLine(line);
      waiting.push(line);
      const { value } = line;
      characters += textOf(value).length;
      if (isObject(value) && isCursorLine(value)) return begin(createCursorReader(place));
      const decided = isObject(value) && isClaudeLine(value);
      const full = waiting.length >= MAX_WAITING || characters >= MAX_WAITING_CHARACTERS;
      return decided || full ? begin(createEventStreamReader('claude', place)) : [];
    },
    end: () => {
      const items = reader === undefined ? begin(createEventStreamReader('claude', place)) : [];
      return [...items, ...(reader?.end() ?? [])];
    },
  };
}
