import type { RecordingItem } from '../../model/steps/replayedRun';
import { claudeOrCursor, isClaudes } from './formats/claudeOrCursor';
import { looksLikeRollout, rolloutLines } from './formats/codexRollout';
import { cursorLines, looksLikeCursor } from './formats/cursorStream';
import { documentRuns } from './documentRuns';
import { eventStream, streamFormatOf } from './formats/eventStream';
import { geminiChatLines, looksLikeGeminiChatLine } from './formats/geminiChat';
import { isObject } from '../json/jsonValue';
import { placeOf, TOO_MUCH, type LineReader } from './parts/lineReader';
import { looksLikeMessages } from './formats/messageList';
import { looksLikeOpencodeEvent, opencodeLines } from './formats/opencode';
import { looksLikeOpenHands, openHandsRun } from './formats/openHands';
import { looksLikePi, piLines } from './formats/piSession';
import { NO_RUN, problemAt, type Place } from './parts/place';

/** The reader for a file in which this value stands; `undefined` for one that does not tell the format. */
export function readerFor(value: unknown, place: Place): LineReader | undefined {
  if (Array.isArray(value)) return listRuns(value, place) && documentReader(place);
  if (!isObject(value)) return undefined;
  if (documentRuns(value, place) !== undefined) return documentReader(place);
  if (looksLikeRollout(value)) return rolloutLines(place);
  if (looksLikeGeminiChatLine(value)) return geminiChatLines(place);
  if (looksLikeCursor(value)) return cursorLines(place);
  if (looksLikeOpencodeEvent(value)) return opencodeLines(place);
  if (looksLikePi(value)) return piLines(place);
  const stream = streamFormatOf(value);
  if (stream === 'claude' && !isClaudes(value)) return claudeOrCursor(place);
  if (stream !== undefined) return eventStream(stream, place);
  return looksLikeOpenHands(value) ? openHandsLines(place) : undefined;
}

/** Items of a list that are looked at before it is held to be of no known format. */
const LOOKED_AT = 100;

/** The runs of a list of runs, of events, or of lines of a transcript; `undefined` for another one. */
export function listRuns(
  list: readonly unknown[],
  place: Place,
): readonly RecordingItem[] | undefined {
  const reader = readerForList(list, place);
  if (reader === undefined) {
    const chat = { messages: list };
    return looksLikeMessages(chat) ? documentRuns(chat, place) : undefined;
  }
  const line = place.line === undefined ? {} : { line: place.line };
  const items = list.flatMap((value, at) => [...reader.line({ ...line, position: at + 1, value })]);
  return [...items, ...reader.end()];
}

function readerForList(list: readonly unknown[], place: Place): LineReader | undefined {
  for (const value of list.slice(0, LOOKED_AT)) {
    // Older lists of OpenHands have pairs of an action and its observation.
    const pair = Array.isArray(value) && value.some(looksLikeOpenHands);
    if (pair) return openHandsLines(place);
    const reader = isObject(value) ? readerFor(value, place) : undefined;
    if (reader !== undefined) return reader;
  }
  return undefined;
}

/** Reads lines of which each holds whole runs. */
function documentReader(place: Place): LineReader {
  return {
    takesOnlyRuns: true,
    line: (line) => {
      const { value } = line;
      const at = placeOf(line, place);
      const runs = Array.isArray(value)
        ? listRuns(value, at)
        : isObject(value)
          ? documentRuns(value, at)
          : undefined;
      return runs ?? [problemAt(at, NO_RUN)];
    },
    end: () => [],
  };
}

function openHandsLines(place: Place): LineReader {
  const run = openHandsRun();
  let full = false;
  return {
    line: (line) => {
      const events = [line.value].flat().filter(isObject);
      if (full || events.every((event) => run.add(event))) return [];
      full = true;
      return [problemAt(placeOf(line, place), TOO_MUCH)];
    },
    end: () => [{ kind: 'run', run: run.end(place.name, place.file) }],
  };
}
