import type { RecordingItem } from '../../model/steps/replayedRun';
import { geminiChatRun, looksLikeGeminiChat } from './formats/geminiChat';
import { isObject, wordOf, type JsonObject } from '../json/jsonValue';
import { looksLikeMessages, messageListRun } from './formats/messageList';
import { looksLikeOpencodeSession, opencodeSessionRun } from './formats/opencode';
import { looksLikeOpenHands, openHandsRun } from './formats/openHands';
import type { Place } from './parts/place';
import { looksRecorded, recordedRun } from './formats/recordedRun';
import { looksLikeSweAgent, sweAgentRun } from './formats/sweAgent';
import { looksLikeTrae, traeRun } from './formats/traeAgent';

/** The runs of a JSON object that holds whole ones; `undefined` where it is of no known format. */
export function documentRuns(
  value: JsonObject,
  place: Place,
): readonly RecordingItem[] | undefined {
  if (looksRecorded(value)) return recordedRun(value, place);
  if (looksLikeSweAgent(value)) return [{ kind: 'run', run: sweAgentRun(value, place) }];
  if (looksLikeTrae(value)) return [{ kind: 'run', run: traeRun(value, place) }];
  if (looksLikeGeminiChat(value)) return [{ kind: 'run', run: geminiChatRun(value, place) }];
  if (looksLikeOpencodeSession(value)) {
    return [{ kind: 'run', run: opencodeSessionRun(value, place) }];
  }
  const events = eventsOf(value);
  if (events !== undefined) {
    const name = wordOf(value['instance_id']) ?? wordOf(value['id']) ?? place.name;
    return eventListRun(events, { ...place, name });
  }
  if (looksLikeMessages(value)) {
    const name = wordOf(value['instance_id']) ?? place.name;
    return [{ kind: 'run', run: messageListRun(value, { ...place, name }) }];
  }
  return undefined;
}

/** The run of a list of OpenHands' events; older lists have pairs of an action and its observation. */
export function eventListRun(events: readonly unknown[], place: Place): readonly RecordingItem[] {
  const run = openHandsRun();
  for (const event of events.flat().filter(isObject)) run.add(event);
  return [{ kind: 'run', run: run.end(place.name, place.file) }];
}

/** Whether this is a list of OpenHands' events, to judge by its first ones. */
export function isEventList(list: readonly unknown[]): boolean {
  return list.slice(0, 20).flat().some(looksLikeOpenHands);
}

function eventsOf(value: JsonObject): readonly unknown[] | undefined {
  const list = [value['history'], value['trajectory'], value['events']].find(
    (found): found is readonly unknown[] => Array.isArray(found),
  );
  if (list === undefined) return undefined;
  // What an evaluation put out of an instance that came to nothing.
  const isNothing = list.length === 0 && wordOf(value['instance_id']) !== undefined;
  return isNothing || isEventList(list) ? list : undefined;
}
