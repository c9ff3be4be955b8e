import { capitalise } from '../../../text/sentence';
import type { RecordingItem } from '../../../model/steps/replayedRun';

/** A position in a recording. */
export interface Place {
  /** The file as the caller named it. */
  readonly file: string;
  /** Name of a run without an id. */
  readonly name: string;
  /** Present when the whole file is one run with this name, regardless of sessions in it. */
  readonly oneRun?: true;
  /** 1-based; absent when no line applies. */
  readonly line?: number;
}

/** Problem of a line or item that is not a run. */
export const NOT_A_RUN =
  'this is not a run; a run is an object such as {"id": "…", "steps": [{"tool": "…", "args": "…", "obs": "…"}]}';

/** Creates a problem; `what` is a sentence with a lower-case beginning and without a full stop. */
export function problemAt(
  { file, line }: Place,
  what: string,
): Extract<RecordingItem, { readonly kind: 'problem' }> {
  const message = `${capitalise(what)}.`;
  return { kind: 'problem', problem: { file, ...(line === undefined ? {} : { line }), message } };
}

/** Problem of a file without any recording. */
export function noRecordingProblem(file: string, message: string): RecordingItem {
  return { kind: 'problem', problem: { file, message, unknownFormat: true } };
}

/** Problem of a file of an unknown format. */
export function unknownFormatProblem(file: string, what: string): RecordingItem {
  return noRecordingProblem(file, `${what} ${KNOWN_FORMATS}`);
}

/** Problem of a file of a known format with tool calls of which no step could be read. */
export function steplessProblem(
  place: Place,
): Extract<RecordingItem, { readonly kind: 'problem' }> {
  const { problem } = problemAt(place, NO_STEP);
  return {
    kind: 'problem',
    problem: { ...problem, message: `${problem.message} ${KNOWN_FORMATS}`, stepless: true },
  };
}

const NO_STEP =
  'it contains tool calls, but no step could be read: Devs may not know its format or version';

/** One sentence that lists the known formats. */
export const KNOWN_FORMATS =
  'Known formats: recorded runs as JSON lines, histories or event streams of Claude Code, Codex, Gemini CLI, Cursor, ' +
  'opencode and pi (OpenClaw), transcripts and guarded sessions of Devs, and trajectories or events of SWE-agent, mini-swe-agent, OpenHands and Trae Agent.';
