import type { FindingPlace } from './findingPlace';
import type { StepDetectorName } from './step';

/** Tells a loop in the steps of a turn apart from every other one of its task. */
export interface FindingIdentity {
  readonly detector: StepDetectorName;
  readonly places: readonly FindingPlace[];
}

/** A loop in the steps of a turn that a human called no loop: it is not reported again in the task. */
export interface DismissedFinding extends FindingIdentity {
  readonly turnId: string;
  /** The task that the turn counts on, and the number of the turn. */
  readonly countsOn: string;
  readonly turn: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** Findings that are not reported; asked at each step that would be. */
export type DismissedSource = () => readonly FindingIdentity[];
