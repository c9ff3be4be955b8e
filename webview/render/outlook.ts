import type { TaskView } from '../../src/protocol/dashboardView';
import { describePrediction } from '../../src/reports/task/describePrediction';
import { describeThreshold } from '../../src/reports/task/describeThresholds';
import { capitalise } from '../../src/text/sentence';
import { h, setShown, setText, type Part } from './dom';

/** Creates the lines below the gauges: how likely the task pauses, and why its threshold differs. */
export function createOutlook(): Part<TaskView> {
  const prediction = h('p', { class: 'muted prediction' });
  const threshold = h('p', { class: 'muted threshold' });
  const element = h('div', { class: 'outlook' }, prediction, threshold);
  return {
    element,
    update: (task) => {
      const { thresholdReason: reason } = task;
      const chance = task.prediction === undefined ? '' : describePrediction(task.prediction);
      setText(prediction, capitalise(chance));
      setShown(prediction, chance !== '');
      setText(threshold, reason === undefined ? '' : capitalise(describeThreshold(reason)));
      setShown(threshold, reason !== undefined && task.turnCount > 0);
      setShown(element, chance !== '' || (reason !== undefined && task.turnCount > 0));
    },
  };
}
