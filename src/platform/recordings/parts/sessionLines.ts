import type { RecordingItem } from '../../../model/steps/replayedRun';
import { GrowingRun } from './growingRun';
import { isObject, type JsonObject } from '../../json/jsonValue';
import { placeOf, TOO_MUCH, type LineReader } from './lineReader';
import { problemAt, type Place } from './place';
import { newRoom } from './stepList';

/** How the lines of a format are read. */
export interface SessionFormat {
  /** The session that a line names; of a line that names none, it is the one before. */
  readonly sessionOf: (line: JsonObject) => string | undefined;
  /** Puts into the run what a line tells; must not throw. */
  readonly read: (run: GrowingRun, line: JsonObject) => void;
}

/** Lines of which each tells something of a session: every session is a run, and one without a step only where there is no other. */
export function sessionLines(place: Place, { sessionOf, read }: SessionFormat): LineReader {
  const runs = new Map<string, GrowingRun>();
  const room = newRoom();
  let current = place.name;
  const take: LineReader['line'] = (line) => {
    const { value } = line;
    if (!isObject(value) || room.left < 0) return [];
    if (place.oneRun !== true) current = sessionOf(value) ?? current;
    const run = runs.get(current) ?? new GrowingRun(room);
    runs.set(current, run);
    read(run, value);
    return room.left < 0 ? [problemAt(placeOf(line, place), TOO_MUCH)] : [];
  };
  const end = (): readonly RecordingItem[] => {
    const all = [...runs].map(([id, run]) => run.end(id, place.file));
    const full = all.filter(({ steps }) => steps.length > 0);
    const shown = full.length > 0 ? full : all.slice(0, 1);
    return shown.map((run) => ({ kind: 'run', run }));
  };
  return { line: take, end };
}
