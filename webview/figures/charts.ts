import type { Metrics } from '../../src/model/report/metricSet';
import { formatShare } from '../../src/reports/metrics/describeMetrics';
import { groupThousands } from '../../src/text/count';
import { localDay } from '../../src/text/time';
import { h, setShown, type Part } from '../render/dom';
import { createChart } from './chart';

const percent = (rate: number | undefined): number | null =>
  rate === undefined ? null : rate * 100;

/**
 * Creates the charts of the dashboard in docs/decisions/loop-detection-algorithm.md: rates over days, loops by agent,
 * cost of looping.
 */
export function createCharts(): Part<Metrics> {
  const rates = createChart({
    title: 'Loop rate and pause rate by day',
    shape: 'lines',
    format: (value) => formatShare(value / 100),
    series: [
      { label: 'Loop rate', colour: '--devs-warn' },
      { label: 'Pause rate', colour: '--devs-bad' },
    ],
    most: 100,
  });
  const cost = createChart({
    title: 'Turns by day, and those after a loop was proved',
    shape: 'bars',
    format: groupThousands,
    series: [
      { label: 'Turns', colour: '--devs-busy' },
      { label: 'After the proof of a loop', colour: '--devs-bad' },
    ],
  });
  const agents = createChart({
    title: 'Loops by agent',
    shape: 'bars',
    format: groupThousands,
    series: [{ label: 'Loops', colour: '--devs-pivot' }],
  });
  return {
    element: h('div', { class: 'charts' }, rates.element, cost.element, agents.element),
    update: (metrics) => {
      const { days } = metrics;
      const names = days.map(({ day }) => localDay(day));
      rates.update({
        names,
        values: [
          days.map(({ figures }) => percent(figures.loopRate)),
          days.map(({ figures }) => percent(figures.gateRate)),
        ],
      });
      cost.update({
        names,
        values: [
          days.map(({ figures }) => figures.turns),
          days.map(({ figures }) => figures.turnsAfterProof),
        ],
      });
      setShown(agents.element, metrics.agents.length > 0);
      agents.update({
        names: metrics.agents.map(({ agent }) => agent),
        values: [metrics.agents.map(({ figures }) => figures.loops)],
      });
    },
  };
}
