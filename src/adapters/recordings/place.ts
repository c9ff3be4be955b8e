import type { RecordingItem } from '../../domain/replay';

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

const KNOWN =
  'Known are recorded runs as JSON lines (plain or gzip), transcripts and event streams of Claude Code, ' +
  'Codex and Gemini CLI, transcripts of Devs, trajectories of SWE-agent and mini-swe-agent, and event ' +
  'lists of OpenHands.';
