import type { ProvingStep, Step, StepVerdict } from './step';

/** A problem in a recording, with its place; the rest of the recording is still read. */
export interface RecordingProblem {
  /** The file, as named by the caller. */
  readonly file: string;
  /** 1-based; absent if the file has no lines. */
  readonly line?: number;
  /** The problem and the correct form, one sentence. */
  readonly message: string;
  /** Whether nothing was read because the format is unknown. */
  readonly unknownFormat?: true;
  /** Whether the file contains tool calls but no step could be read. */
  readonly stepless?: true;
}

/** One recorded run of an agent. */
export interface RecordedRun {
  /** The id in the recording, else derived from the file name. */
  readonly id: string;
  /** The source file, as named by the caller. */
  readonly file: string;
  /** In order, with ascending numbers. */
  readonly steps: readonly Step[];
  /**
   * The user's request: the title of the session, else the beginning of the first request (for a sub-agent, of its
   * assignment); at most 7,500 characters. Absent if the recording has none.
   */
  readonly asked?: string;
}

/** Where a recording comes from. */
export interface RecordingOrigin {
  /** Absent if unknown. */
  readonly agent?: string;
  /** ISO 8601, UTC: when it began, else when it was last written; absent if unknown. */
  readonly at?: string;
}

/** Maximum length of the line that shows a run's request, in characters. */
export const MAX_ASKED = 120;

/** A recorded run with the findings of the detectors. */
export interface ReplayedRun extends RecordedRun {
  /** In the order of their steps. */
  readonly fires: readonly StepVerdict[];
}

/** One step of a run as a timeline shows it. */
export interface TimelineStep extends ProvingStep {
  /**
   * 0, 1, 2 … by first use: shared by steps of one agent with the same tool and arguments (without a tool: with the
   * same text); absent if the call occurs only once.
   */
  readonly group?: number;
  /** The strongest verdict at this step. */
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
