import type { StepEvent } from '../../../model/steps/step';

/** Wraps a listener so that it never throws; after its first exception it gets no more events. */
export function guardListener(
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
