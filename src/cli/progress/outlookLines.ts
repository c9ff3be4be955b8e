import type { EventOf } from '../../model/events/devsEvent';
import { describePrediction, isWorthTelling } from '../../reports/task/describePrediction';
import { describeThreshold } from '../../reports/task/describeThresholds';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';

/** The lines below a turn's line: why its threshold differs, and how likely its task pauses. */
export type OutlookLines = (event: EventOf<'turn_ended'>) => readonly string[];

/** Creates the lines. A reason is printed once for each task, until it changes; an unlikely pause never. */
export function createOutlookLines(style: Style): OutlookLines {
  const printed = new Map<string, string>();
  return ({ taskId, data }) => {
    const { thresholdReason: reason = '', prediction } = data;
    const isNew = (printed.get(taskId) ?? '') !== reason;
    printed.set(taskId, reason);
    const lines = [
      ...(isNew && reason !== '' ? [describeThreshold(reason)] : []),
      ...(prediction !== undefined && isWorthTelling(prediction)
        ? [describePrediction(prediction)]
        : []),
    ];
    return lines.map((line) => style.dim(`  ${printableLine(line)}`));
  };
}
