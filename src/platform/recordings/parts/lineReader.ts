import type { RecordingItem } from '../../../model/steps/replayedRun';
import type { Place } from './place';

/** A JSON line, or an item of a list. */
export interface JsonLine {
  /** 1-based; absent when unknown. */
  readonly line?: number;
  /** 1, 2, 3 … */
  readonly position: number;
  readonly value: unknown;
}

/** Reads the JSON lines of one file in one format. Never throws. */
export interface LineReader {
  /** Present when each line must contain whole runs. */
  readonly expectsWholeRuns?: true;
  /** Returns the runs that this line completes, and its problems. */
  readLine(line: JsonLine): readonly RecordingItem[];
  /** Returns the runs that are complete only at the end of the file. */
  end(): readonly RecordingItem[];
}

/** Problem of a file whose runs exceed the budget. */
export const FILE_TOO_LARGE =
  'the steps up to here reach the limit of 400 million characters; the rest of the file ' +
  'is left out. Split the file';

/** The place of a line in its file; only the first line has the name of the file's own place. */
export function locateLine({ line, position }: JsonLine, { file, name }: Place): Place {
  const own = position === 1 ? name : `${name}:${line ?? position}`;
  return { file, name: own, ...(line === undefined ? {} : { line }) };
}
