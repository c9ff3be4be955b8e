import type { ProvingStep, Step, StepVerdict } from './step';

/** A problem in a recording, with its place; the rest of the recording is still read. */
export interface RecordingProblem {
  /** The file as it was named. */
  readonly file: string;
  /** 1-based; absent where the file has no lines that could be named. */
  readonly line?: number;
  /** What is wrong and what would be right, one sentence. */
  readonly message: string;
  /** Whether nothing was read because the file holds no recording of a known format. */
  readonly unknownFormat?: true;
  /** Whether calls of tools are in the file and no step could be made of any. */
  readonly stepless?: true;
}

/** One recorded run of an agent. */
export interface RecordedRun {
  /** Its own id where the recording has one, else made of the file's name. */
  readonly id: string;
  /** The file it was read from, as it was named. */
  readonly file: string;
  /** In their order, numbers ascending. */
  readonly steps: readonly Step[];
  /**
   * The user's request, as recorded: the title that its session has, else the beginning of the first thing that
   * the user asked for, of a sub-agent that it was sent to do; 7,500 characters at most. Absent where the recording
   * does not tell.
   */
  readonly asked?: string;
}

/** Longest line that says what a run was asked for, in characters. */
export const MAX_ASKED = 120;

/** A recorded run with what the detectors found in it. */
export interface ReplayedRun extends RecordedRun {
  /** In the order of their steps. */
  readonly fires: readonly StepVerdict[];
}

/** One step of a run as a timeline shows it. */
export interface TimelineStep extends ProvingStep {
  /**
   * 0, 1, 2 … in the order of first use: steps of one agent with the same tool and the same arguments (without a
   * tool: that say the same) share it; absent where the call occurs only once.
   */
  readonly group?: number;
  /** The strongest that was found with this step. */
  readonly fire?: StepVerdict['level'];
}

/** One item of a recording, in order. */
export type RecordingItem =
  | { readonly kind: 'run'; readonly run: RecordedRun }
  | { readonly kind: 'problem'; readonly problem: RecordingProblem };

/** A `RecordingItem` with the findings of the detectors. */
export type ReplayItem =
  | { readonly kind: 'run'; readonly run: ReplayedRun }
  | { readonly kind: 'problem'; readonly problem: RecordingProblem };
