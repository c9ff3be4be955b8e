import type { RecordingItem } from '../../model/steps/replayedRun';
import { parseGeminiChat, isGeminiChat } from './formats/geminiChat';
import { isObject, wordOf, type JsonObject } from '../json/jsonValue';
import { isMessageList, parseMessageList } from './formats/messageList';
import { isOpencodeSession, parseOpencodeSession } from './formats/opencode';
import { isOpenHandsEvent, createOpenHandsRun } from './formats/openHands';
import type { Place } from './parts/place';
import { isRecordedRun, parseRecordedRun } from './formats/recordedRun';
import { isSweAgentTrajectory, parseSweAgent } from './formats/sweAgent';
import { isTraeTrajectory, parseTrae } from './formats/traeAgent';

/** Reads the runs of a JSON object that contains whole runs; `undefined` when its format is unknown. */
export function parseDocumentRuns(
  value: JsonObject,
  place: Place,
): readonly RecordingItem[] | undefined {
  if (isRecordedRun(value)) return parseRecordedRun(value, place);
  if (isSweAgentTrajectory(value)) return [{ kind: 'run', run: parseSweAgent(value, place) }];
  if (isTraeTrajectory(value)) return [{ kind: 'run', run: parseTrae(value, place) }];
  if (isGeminiChat(value)) return [{ kind: 'run', run: parseGeminiChat(value, place) }];
  if (isOpencodeSession(value)) {
    return [{ kind: 'run', run: parseOpencodeSession(value, place) }];
  }
  const events = findEvents(value);
  if (events !== undefined) {
    const name = wordOf(value['instance_id']) ?? wordOf(value['id']) ?? place.name;
    return parseEventList(events, { ...place, name });
  }
  if (isMessageList(value)) {
    const name = wordOf(value['instance_id']) ?? place.name;
    return [{ kind: 'run', run: parseMessageList(value, { ...place, name }) }];
  }
  return undefined;
}

/** Reads a list of OpenHands events as one run; older lists contain pairs of an action and its observation. */
export function parseEventList(events: readonly unknown[], place: Place): readonly RecordingItem[] {
  const run = createOpenHandsRun();
  for (const event of events.flat().filter(isObject)) run.add(event);
  return [{ kind: 'run', run: run.end(place.name, place.file) }];
}

/** Whether one of the first 20 items is an OpenHands event. */
export function isEventList(list: readonly unknown[]): boolean {
  return list.slice(0, 20).flat().some(isOpenHandsEvent);
}

function findEvents(value: JsonObject): readonly unknown[] | undefined {
  const list = [value['history'], value['trajectory'], value['events']].find(
    (found): found is readonly unknown[] => Array.isArray(found),
  );
  if (list === undefined) return undefined;
  // An evaluation writes an empty list for an instance without a result.
  const isEmptyInstance = list.length === 0 && wordOf(value['instance_id']) !== undefined;
  return isEmptyInstance || isEventList(list) ? list : undefined;
}
