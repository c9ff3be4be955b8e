import type { StepDetectorName } from './step';

/**
 * One place of a loop: what was done there and what came of it. Volatile text is masked, so it is equal for the same
 * place in another turn; secrets are masked. '' for what does not matter to the detector.
 */
export interface FindingPlace {
  readonly tool: string;
  /** The call or the text, at most `MAX_PLACE_TEXT` characters. */
  readonly call: string;
  /** Identifies the result; no text of it. */
  readonly result: string;
}

/** Maximum length of the call in a place, in characters. */
export const MAX_PLACE_TEXT = 1_000;
/** Maximum number of places of one finding; the newest. */
export const MAX_PLACES = 64;

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
