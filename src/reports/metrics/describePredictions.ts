import type { Metrics } from '../../model/report/metricSet';
import { countOf } from '../../text/count';

/** Describes how good predictions of pauses were, a sentence each; empty without any. */
export function describePredictions({ prediction }: Metrics): readonly string[] {
  const { brier, baseBrier, calibrationError } = prediction ?? {};
  if (prediction === undefined || brier === undefined || baseBrier === undefined) return [];
  const { predictions, predictedTasks } = prediction;
  const off = Math.round((calibrationError ?? 0) * 100);
  const better = brier < baseBrier ? 'better' : 'no better';
  return [
    `${countOf(predictions, 'prediction')} for ${countOf(predictedTasks, 'finished task')}, each made only from what Devs knew at that time.`,
    `Brier score, the mean squared error (0 is perfect): ${brier.toFixed(2)}, ${better} than ${baseBrier.toFixed(2)} for always predicting the average.`,
    `Calibration error: on average, the predicted probability of a pause differs by ${countOf(off, 'percentage point')} from how often tasks paused.`,
  ];
}
