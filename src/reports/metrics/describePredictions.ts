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
    `${countOf(predictions, 'prediction')} for ${countOf(predictedTasks, 'finished task')}, each made from what was known before.`,
    `Brier score ${brier.toFixed(2)}: 0 is always right, always naming the average share would be ${baseBrier.toFixed(2)}; they are ${better} than that.`,
    `Calibration error ${off} %: predicted shares differ from actual ones by ${countOf(off, 'percentage point')} on average.`,
  ];
}
