import type { RecordingItem } from '../../../model/steps/replayedRun';
import type { Place } from './place';

/** A line that is JSON, or an item of a list. */
export interface JsonLine {
  /** 1-based; absent where it cannot be told. */
  readonly line?: number;
  /** 1, 2, 3 … */
  readonly position: number;
  readonly value: unknown;
}

/** Reads the JSON lines of one file in one format. Never throws. */
export interface LineReader {
  /** Whether each line has to hold whole runs; absent: no. */
  readonly takesOnlyRuns?: true;
  /** What is whole with this line, and what is wrong with it. */
  line(line: JsonLine): readonly RecordingItem[];
  /** What is whole only with the end of the file. */
  end(): readonly RecordingItem[];
}

/** What is said when a run is longer than what may be held. */
export const TOO_MUCH =
  'the steps up to here take all the room that there is (400 million characters); the rest of the file ' +
  'is left out. Split the file';

/** The place of a line in its file. */
export function placeOf({ line, position }: JsonLine, { file, name }: Place): Place {
  const own = position === 1 ? name : `${name}:${line ?? position}`;
  return { file, name: own, ...(line === undefined ? {} : { line }) };
}
