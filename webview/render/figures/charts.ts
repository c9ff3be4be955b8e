import type { Metrics } from '../../../src/model/report/metricSet';
import { formatShare, METRIC_COLUMNS } from '../../../src/reports/metrics/describeMetrics';
import { groupThousands } from '../../../src/text/count';
import { localDay } from '../../../src/text/time';
import type { ChartData, ChartOptions } from '../../figures/chartOptions';

const { loopRate, gateRate, turns, turnsAfterProof, loops } = METRIC_COLUMNS;

const RATES: ChartOptions = {
  title: `${loopRate.label} and ${gateRate.label.toLowerCase()} by day`,
  shape: 'lines',
  format: (value) => formatShare(value / 100),
  series: [
    { label: loopRate.label, colour: '--devs-warn' },
    { label: gateRate.label, colour: '--devs-bad' },
  ],
  most: 100,
};
const COST: ChartOptions = {
  title: `${turns.label} and ${turnsAfterProof.label.toLowerCase()} by day`,
  shape: 'bars',
  format: groupThousands,
  series: [
    { label: turns.label, colour: '--devs-busy' },
    { label: turnsAfterProof.label, colour: '--devs-bad' },
  ],
};
const AGENTS: ChartOptions = {
  title: `${loops.label} by agent`,
  shape: 'bars',
  format: groupThousands,
  series: [{ label: loops.label, colour: '--devs-pivot' }],
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
