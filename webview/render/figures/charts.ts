import type { Metrics } from '../../../src/model/report/metricSet';
import { formatShare } from '../../../src/reports/metrics/describeMetrics';
import { groupThousands } from '../../../src/text/count';
import { localDay } from '../../../src/text/time';
import type { ChartData, ChartOptions } from '../../figures/chartOptions';

const RATES: ChartOptions = {
  title: 'Loop rate and pause rate by day',
  shape: 'lines',
  format: (value) => formatShare(value / 100),
  series: [
    { label: 'Loop rate', colour: '--devs-warn' },
    { label: 'Pause rate', colour: '--devs-bad' },
  ],
  most: 100,
};
const COST: ChartOptions = {
  title: 'Turns by day, and those after a loop was proved',
  shape: 'bars',
  format: groupThousands,
  series: [
    { label: 'Turns', colour: '--devs-busy' },
    { label: 'After the proof of a loop', colour: '--devs-bad' },
  ],
};
const AGENTS: ChartOptions = {
  title: 'Loops by agent',
  shape: 'bars',
  format: groupThousands,
  series: [{ label: 'Loops', colour: '--devs-pivot' }],
};

/** A chart with its data. */
interface FilledChart {
  readonly options: ChartOptions;
  readonly data: ChartData;
}

/**
 * The charts of the dashboard in docs/decisions/loop-detection-algorithm.md: rates over days, cost of looping, loops
 * by agent.
 */
export function chartsOf({ days, agents }: Metrics): readonly FilledChart[] {
  const names = days.map(({ day }) => localDay(day));
  const rates = [
    days.map(({ figures }) => percent(figures.loopRate)),
    days.map(({ figures }) => percent(figures.gateRate)),
  ];
  const turns = [
    days.map(({ figures }) => figures.turns),
    days.map(({ figures }) => figures.turnsAfterProof),
  ];
  const loops = [agents.map(({ figures }) => figures.loops)];
  return [
    { options: RATES, data: { names, values: rates } },
    { options: COST, data: { names, values: turns } },
    { options: AGENTS, data: { names: agents.map(({ agent }) => agent), values: loops } },
  ];
}

function percent(rate: number | undefined): number | null {
  return rate === undefined ? null : rate * 100;
}

/** Describes the values of a chart at one of its names: "21 Nov: loop rate 28 %, pause rate not known". */
export function describePoint(
  { series, format }: ChartOptions,
  data: ChartData,
  at: number,
): string {
  const name = data.names[at];
  if (name === undefined) return '';
  const values = series.map(({ label }, index) => {
    const value = data.values[index]?.[at] ?? null;
    return `${label.toLowerCase()} ${value === null ? 'not known' : format(value)}`;
  });
  return `${name}: ${values.join(', ')}`;
}
