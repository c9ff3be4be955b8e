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
    `${countOf(predictions, 'prediction')} for ${countOf(predictedTasks, 'finished task')}, each made only from what was known at that time.`,
    `Brier score ${brier.toFixed(2)} (0 is perfect): ${better} than ${baseBrier.toFixed(2)}, the score of always predicting the average share.`,
    `Calibration error ${off} %: predicted shares differ from actual ones by ${countOf(off, 'percentage point')} on average.`,
  ];
}
