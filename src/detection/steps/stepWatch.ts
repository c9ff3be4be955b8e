import type { Step, StepVerdict } from '../../domain/step';
import type { StepLimits } from '../../domain/stepLimits';

/** Looks at the steps of one run as they come, with every detector; of bounded memory. */
export interface StepWatch {
  /**
   * What is found with this step, the strongest first; empty for nothing. A loop is told once as
   * `suspect` and once as `stuck`, not again with each further step of it. Never throws.
   */
  observe(step: Step): readonly StepVerdict[];
  /** The strongest finding that still stands after the last step; undefined when the pattern is broken. */
  readonly suspicion: StepVerdict | undefined;
}

/** A watch over a run that has not begun. */
export function createStepWatch(_limits: StepLimits): StepWatch {
  return { observe: () => [], suspicion: undefined };
}
