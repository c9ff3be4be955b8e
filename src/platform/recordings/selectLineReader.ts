import type { RecordingItem } from '../../model/steps/replayedRun';
import { createClaudeOrCursorReader, isClaudeLine } from './formats/claudeOrCursor';
import { isSessionRecord } from '../../model/guard/toSessionRecord';
import { isRolloutLine, createRolloutReader } from './formats/codexRollout';
import { createCursorReader, isCursorLine } from './formats/cursorStream';
import { parseDocumentRuns } from './documentRuns';
import { createEventStreamReader, detectStreamFormat } from './formats/eventStream';
import { createGeminiChatReader, isGeminiChatLine } from './formats/geminiChat';
import { isObject } from '../json/jsonValue';
import { locateLine, FILE_TOO_LARGE, type LineReader } from './parts/lineReader';
import { createGuardedSessionReader } from './formats/guardedSession';
import { isMessageList } from './formats/messageList';
import { isOpencodeEvent, createOpencodeReader } from './formats/opencode';
import { isOpenHandsEvent, createOpenHandsRun } from './formats/openHands';
import { isPiLine, createPiReader } from './formats/piSession';
import { NOT_A_RUN, problemAt, type Place } from './parts/place';

/** Selects the reader for a file that contains this value; `undefined` when the value does not determine the format. */
export function selectLineReader(value: unknown, place: Place): LineReader | undefined {
  if (Array.isArray(value)) return readList(value, place) && createDocumentReader(place);
  if (!isObject(value)) return undefined;
  if (parseDocumentRuns(value, place) !== undefined) return createDocumentReader(place);
  if (isRolloutLine(value)) return createRolloutReader(place);
  if (isGeminiChatLine(value)) return createGeminiChatReader(place);
  if (isCursorLine(value)) return createCursorReader(place);
  if (isOpencodeEvent(value)) return createOpencodeReader(place);
  if (isPiLine(value)) return createPiReader(place);
  if (isSessionRecord(value)) return createGuardedSessionReader(place);
  const stream = detectStreamFormat(value);
  if (stream === 'claude' && !isClaudeLine(value)) return createClaudeOrCursorReader(place);
  if (stream !== undefined) return createEventStreamReader(stream, place);
  return isOpenHandsEvent(value) ? createOpenHandsReader(place) : undefined;
}

/** Items of a list that are checked before its format counts as unknown. */
const MAX_CHECKED_ITEMS = 100;

/** Reads the runs of a list of runs, events or transcript lines; `undefined` for any other list. */
export function readList(
  list: readonly unknown[],
  place: Place,
): readonly RecordingItem[] | undefined {
  const reader = selectListReader(list, place);
  if (reader === undefined) {
    const chat = { messages: list };
    return isMessageList(chat) ? parseDocumentRuns(chat, place) : undefined;
  }
  const line = place.line === undefined ? {} : { line: place.line };
  const items = list.flatMap((value, at) => [
    ...reader.readLine({ ...line, position: at + 1, value }),
  ]);
  return [...items, ...reader.end()];
}

function selectListReader(list: readonly unknown[], place: Place): LineReader | undefined {
  for (const value of list.slice(0, MAX_CHECKED_ITEMS)) {
    // Older OpenHands lists contain pairs of an action and its observation.
    const pair = Array.isArray(value) && value.some(isOpenHandsEvent);
    if (pair) return createOpenHandsReader(place);
    const reader = isObject(value) ? selectLineReader(value, place) : undefined;
    if (reader !== undefined) return reader;
  }
  return undefined;
}

/** Reads lines that each contain whole runs. */
function createDocumentReader(place: Place): LineReader {
  return {
    expectsWholeRuns: true,
    readLine: (line) => {
      const { value } = line;
      const at = locateLine(line, place);
      const runs = Array.isArray(value)
        ? readList(value, at)
        : isObject(value)
          ? parseDocumentRuns(value, at)
          : undefined;
      return runs ?? [problemAt(at, NOT_A_RUN)];
    },
    end: () => [],
  };
}

function createOpenHandsReader(place: Place): LineReader {
  const run = createOpenHandsRun();
  let full = false;
  return {
    readLine: (line) => {
      const events = [line.value].flat().filter(isObject);
      if (full || events.every((event) => run.add(event))) return [];
      full = true;
      return [problemAt(locateLine(line, place), FILE_TOO_LARGE)];
    },
    end: () => [{ kind: 'run', run: run.end(place.name, place.file) }],
  };
}
