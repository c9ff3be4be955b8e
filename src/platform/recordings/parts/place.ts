import type { RecordingItem } from '../../../model/steps/replayedRun';

/** Where in a recording something stands. */
export interface Place {
  /** The file as it was named. */
  readonly file: string;
  /** What a run there is called that has no id of its own. */
  readonly name: string;
  /** Whether all that the file holds is one run with this name, whatever sessions it names. */
  readonly oneRun?: true;
  /** 1-based; absent where there are no lines to name. */
  readonly line?: number;
}

/** What is said of a line or an item that is no run where only runs may be. */
export const NO_RUN =
  'this is no run; one is an object such as {"id": "…", "steps": [{"tool": "…", "args": "…", "obs": "…"}]}';

/** What is wrong at a place; the sentence begins small and has no full stop. */
export function problemAt(
  { file, line }: Place,
  what: string,
): Extract<RecordingItem, { readonly kind: 'problem' }> {
  const message = `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  return { kind: 'problem', problem: { file, ...(line === undefined ? {} : { line }), message } };
}

/** What is told of a file in which there is no recording at all. */
export function noRecording(file: string, message: string): RecordingItem {
  return { kind: 'problem', problem: { file, message, unknownFormat: true } };
}

/** The same of one whose format is not known. */
export function unknownFormat(file: string, what: string): RecordingItem {
  return noRecording(file, `${what} ${KNOWN}`);
}

/** What is told of a file of a known format in which an agent worked, but of whose work no step could be made. */
export function stepless(place: Place): Extract<RecordingItem, { readonly kind: 'problem' }> {
  const { problem } = problemAt(place, NO_STEP);
  return {
    kind: 'problem',
    problem: { ...problem, message: `${problem.message} ${KNOWN}`, stepless: true },
  };
}

const NO_STEP =
  'calls of tools are in it, but no step could be made of them: it may be of a format, or a version of one, that Devs does not know';

/** The formats that are known, one sentence. */
export const KNOWN =
  'Known are recorded runs as JSON lines, histories or event streams of Claude Code, Codex, Gemini CLI, Cursor, ' +
  'opencode and pi (OpenClaw), transcripts of Devs, and trajectories or events of SWE-agent, mini-swe-agent, OpenHands and Trae Agent.';
