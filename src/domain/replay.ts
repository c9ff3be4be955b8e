import type { Step, StepVerdict } from './step';

/** What is wrong in a recording, and where; the rest of it is read all the same. */
export interface RecordingProblem {
  /** The file as it was named. */
  readonly file: string;
  /** 1-based; absent where the file has no lines that could be named. */
  readonly line?: number;
  /** What is wrong and what would be right, one sentence. */
  readonly message: string;
}

/** One recorded run of an agent. */
export interface RecordedRun {
  /** Its own id where the recording has one, else made of the file's name. */
  readonly id: string;
  /** The file it was read from, as it was named. */
  readonly file: string;
  /** In their order, numbers ascending. */
  readonly steps: readonly Step[];
}

/** A recorded run with what the detectors found in it. */
export interface ReplayedRun extends RecordedRun {
  /** In the order of their steps. */
  readonly fires: readonly StepVerdict[];
}
