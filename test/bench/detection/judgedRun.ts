import { replayRun } from '../../../src/app/read/replayRecordings';
import type { StepVerdict } from '../../../src/model/steps/step';
import type { StepLimits } from '../../../src/model/config/stepLimits';
import type { RunLabels } from './labels';
import type { LabelledRecording } from './loadRuns';

/** A verdict with the index, from 0, of the step with which it was found. */
export interface Fire extends Pick<StepVerdict, 'level' | 'detector'> {
  readonly index: number;
}

/** What was said of a run, and what the detectors found in it, in the order of the steps. */
export interface JudgedRun {
  readonly labels: RunLabels;
  readonly fires: readonly Fire[];
}

/** Runs the detectors over recorded runs. */
export function judge(
  runs: readonly LabelledRecording[],
  limits: StepLimits,
): readonly JudgedRun[] {
  return runs.map((run) => {
    const indices = new Map(run.steps.map(({ number }, index) => [number, index]));
    const fires = replayRun(run, limits).fires.map(({ step, level, detector }) => ({
      index: indices.get(step) ?? run.steps.length,
      level,
      detector,
    }));
    return { labels: run.labels, fires };
  });
}
