import type { InTurnLoop } from '../../../model/hops/hop';
import type { ProvingStep, Step, StepVerdict } from '../../../model/steps/step';
import { maskSecrets } from '../../../text/maskSecrets';
import { capitalise } from '../../../text/sentence';
import { readLoopFacts } from '../advice/readLoopFacts';
import { SeenSteps } from '../advice/seenSteps';
import { toEvidence } from '../shown/toEvidence';

/** Steps whose texts are kept in case they prove something; the newest. */
export const MAX_KEPT_STEPS = 2_000;

/** The steps of an agent, shortened, so that a verdict on them can be explained. In bounded memory. */
export class KeptSteps {
  private readonly steps = new Map<number, ProvingStep>();

  add(step: Step): void {
    this.steps.set(step.number, toEvidence(step));
    // A map keeps the order in which its entries came.
    for (const number of this.steps.keys()) {
      if (this.steps.size <= MAX_KEPT_STEPS) return;
      this.steps.delete(number);
    }
  }

  /** The loop that a verdict found at its newest step, `last`. */
  toLoop(verdict: StepVerdict, last: Step, hops: readonly number[]): InTurnLoop {
    const { detector, message, count, refusal, places } = verdict;
    const seen = new SeenSteps();
    for (const step of this.steps.values()) seen.add(step);
    const find = (number: number): ProvingStep | undefined => this.steps.get(number);
    return {
      ...{ detector, message: capitalise(maskSecrets(message)), hops, count },
      ...readLoopFacts(verdict, { last, find, seen }),
      ...(refusal && { refusal }),
      ...(places && { places }),
    };
  }
}
