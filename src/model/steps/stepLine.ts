import type { ShownStep } from './step';

/** Maximum lengths of the texts of a step in a list, in characters. */
export const MAX_SAID = 600;
export const MAX_LINE_RESULT = 160;

/** One step of a turn in a list of all its steps; texts in words, secrets masked. */
export interface StepLine extends ShownStep {
  /** What the agent wrote with it, its lines kept, at most `MAX_SAID` characters; '' for nothing. */
  readonly said: string;
  /** Beginning of its result, one line, at most `MAX_LINE_RESULT` characters; '' for none. */
  readonly result: string;
}

/** What an edit of a step changes in one file. */
export interface StepDiff {
  /** As the agent wrote it; '' if unknown. */
  readonly path: string;
  /** Lines of a unified diff without its file names; each begins with `+`, `-`, a blank or `@`. */
  readonly lines: readonly string[];
  /** Number of lines that are left out after them. */
  readonly left: number;
}
