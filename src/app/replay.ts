import { readRecording } from '../adapters/recordings/readRecording';
import { createStepWatch } from '../detection/steps/stepWatch';
import type { RecordedRun, ReplayedRun, ReplayItem } from '../domain/replay';
import type { StepLimits } from '../domain/stepLimits';

export { timelineOf } from '../detection/steps/timeline';

/**
 * The runs that a file records, each with what the detectors find in it under these limits, and
 * what is wrong in the file. Needs no workspace. Never throws; an early end closes the file.
 */
export async function* replay(
  file: string,
  limits: StepLimits,
): AsyncGenerator<ReplayItem, void, void> {
  for await (const item of readRecording(file)) {
    yield item.kind === 'run' ? { kind: 'run', run: replayRun(item.run, limits) } : item;
  }
}

/** The run with what the detectors find in its steps, in their order. */
export function replayRun(run: RecordedRun, limits: StepLimits): ReplayedRun {
  const watch = createStepWatch(limits);
  return { ...run, fires: run.steps.flatMap((step) => watch.observe(step)) };
}
