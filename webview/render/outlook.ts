import type { TaskView } from '../../src/protocol/dashboardView';
import { describePrediction } from '../../src/reports/task/describePrediction';
import { describeThreshold } from '../../src/reports/task/describeThresholds';
import { describeSpent } from '../../src/reports/usage/describeSpent';
import { capitalise } from '../../src/text/sentence';
import { html, nothing, paragraph, type Content } from '../template';

/** The lines below the gauges: what it spent, how likely the task pauses, and why its threshold differs. */
export function outlook({ prediction, spent, thresholdReason, turnCount }: TaskView): Content {
  const chance = prediction === undefined ? '' : capitalise(describePrediction(prediction));
  const reason = turnCount === 0 ? undefined : thresholdReason;
  const threshold = reason === undefined ? '' : capitalise(describeThreshold(reason));
  const used = spent === undefined ? '' : `Spent ${describeSpent(spent)}`;
  if (chance === '' && threshold === '' && used === '') return nothing;
  return html`<div class="outlook"
    >${paragraph(used, 'muted spent')}${paragraph(chance, 'muted prediction')}${paragraph(threshold, 'muted threshold')}</div
  >`;
}
