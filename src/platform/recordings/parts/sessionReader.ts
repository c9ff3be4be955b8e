import type { RecordingItem } from '../../../model/steps/replayedRun';
import { RunBuilder } from './runBuilder';
import { isObject, type JsonObject } from '../../json/jsonValue';
import { locateLine, FILE_TOO_LARGE, type LineReader } from './lineReader';
import { problemAt, type Place } from './place';
import { createBudget } from './toNumberedRun';

/** How to read the lines of a format. */
export interface SessionFormat {
  /** The session that a line names; a line without one belongs to the session of the line before. */
  readonly sessionOf: (line: JsonObject) => string | undefined;
  /** Adds the content of a line to the run; must not throw. */
  readonly readLine: (run: RunBuilder, line: JsonObject) => void;
}

/** Reads lines that belong to sessions, one run per session; sessions without a step are left out unless all are. */
export function createSessionReader(
  place: Place,
  { sessionOf, readLine: read }: SessionFormat,
): LineReader {
  const runs = new Map<string, RunBuilder>();
  const budget = createBudget();
  let current = place.name;
  const take: LineReader['readLine'] = (line) => {
    const { value } = line;
    if (!isObject(value) || budget.left < 0) return [];
    if (place.oneRun !== true) current = sessionOf(value) ?? current;
    const run = runs.get(current) ?? new RunBuilder(budget);
    runs.set(current, run);
    read(run, value);
    return budget.left < 0 ? [problemAt(locateLine(line, place), FILE_TOO_LARGE)] : [];
  };
  const end = (): readonly RecordingItem[] => {
    const all = [...runs].map(([id, run]) => run.end(id, place.file));
    const full = all.filter(({ steps }) => steps.length > 0);
    const shown = full.length > 0 ? full : all.slice(0, 1);
    return shown.map((run) => ({ kind: 'run', run }));
  };
  return { readLine: take, end };
}
