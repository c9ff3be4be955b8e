import type { RecordingItem } from '../../../model/steps/replayedRun';
import { cursorLines, looksLikeCursor } from './cursorStream';
import { eventStream } from './eventStream';
import { isObject, textOf, type JsonObject } from '../../json/jsonValue';
import type { JsonLine, LineReader } from '../parts/lineReader';
import type { Place } from '../parts/place';

/** Lines, and characters of them, that wait for one that tells whose they are. */
const MAX_WAITING = 200;
const MAX_WAITING_CHARACTERS = 16_000_000;

/** Whether a line that may be Claude Code's is so for certain: Cursor's CLI prints lines much like it. */
export function isClaudes(line: JsonObject): boolean {
  const { message } = line;
  const own = ['sessionId', 'uuid', 'parent_tool_use_id'].some((name) => name in line);
  return own || (isObject(message) && 'id' in message);
}

/** Reads an event stream that may be Claude Code's or Cursor's, as the one that a later line shows. */
export function claudeOrCursor(place: Place): LineReader {
  const waiting: JsonLine[] = [];
  let characters = 0;
  let reader: LineReader | undefined;
  const begin = (decided: LineReader): readonly RecordingItem[] => {
    reader = decided;
    return waiting.splice(0).flatMap((line) => [...decided.line(line)]);
  };
  return {
    line: (line) => {
      if (reader !== undefined) return reader.line(line);
      waiting.push(line);
      const { value } = line;
      characters += textOf(value).length;
      if (isObject(value) && looksLikeCursor(value)) return begin(cursorLines(place));
      const decided = isObject(value) && isClaudes(value);
      const full = waiting.length >= MAX_WAITING || characters >= MAX_WAITING_CHARACTERS;
      return decided || full ? begin(eventStream('claude', place)) : [];
    },
    end: () => {
      const items = reader === undefined ? begin(eventStream('claude', place)) : [];
      return [...items, ...(reader?.end() ?? [])];
    },
  };
}
