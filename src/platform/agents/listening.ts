import type { StepEvent } from '../../model/steps/step';

/** Tells a listener each event; one that throws is told nothing more. */
export function listening(
  onStep: ((event: StepEvent) => void) | undefined,
): (event: StepEvent) => void {
  let listener = onStep;
  return (event) => {
    try {
      listener?.(event);
    } catch {
      listener = undefined;
    }
  };
}
