import type { Metrics, MetricSet } from '../../model/report/metricSet';
import {
  describeForgotten,
  describeMetrics,
  describeNoMetrics,
  describePatterns,
  METRIC_COLUMNS,
  METRIC_PARTS,
  UNKNOWN,
  type MetricColumn,
} from '../../reports/metrics/describeMetrics';
import { describePredictions } from '../../reports/metrics/describePredictions';
import { countOf } from '../../text/count';
import { dayBar } from '../terminal/dayBar';
import { printableLine } from '../terminal/printable';
import type { Style } from '../terminal/style';
import { alignColumns, GAP } from '../terminal/table';
import { titled } from './titled';

/** Days that are listed, the newest; figures cover all of them. */
const LISTED_DAYS = 30;

const { tasks, turns, loops, loopRate, gates, falseAlarms, turnsAfterProof } = METRIC_COLUMNS;
const AGENT_COLUMNS = [tasks, turns, loops, loopRate, gates, falseAlarms, turnsAfterProof];
const DAY_COLUMNS = [turns, loops, gates, turnsAfterProof];

export interface MetricsTextOptions {
  readonly style: Style;
  /** Whether a bar is drawn for each day: on a terminal. */
  readonly bars: boolean;
  /** Set when only so many days are counted. */
  readonly days?: number;
}

/** Output of `devs metrics`: totals, per agent and per day. */
export function metricsText(metrics: Metrics, options: MetricsTextOptions): string {
  const { style, days } = options;
  const nothing = describeNoMetrics(metrics, days);
  if (nothing !== '') return `${nothing}\n`;
  const forgotten = describeForgotten(metrics);
  const lines = [
    style.bold(`Looping, ${spanOf(metrics)}`),
    '',
    ...wholeLines(metrics.all, style),
    ...titled(METRIC_PARTS.agents, agentLines(metrics, style), style),
    ...titled(METRIC_PARTS.predictions, describePredictions(metrics), style),
    ...titled(METRIC_PARTS.days, dayLines(metrics, options), style),
    ...(forgotten === '' ? [] : ['', style.dim(forgotten)]),
  ];
  return `${lines.join('\n')}\n`;
}

function spanOf({ from = '', to = '' }: Metrics): string {
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
}

function wholeLines(all: MetricSet, style: Style): readonly string[] {
  const rows = describeMetrics(all);
  const width = Math.max(...rows.map(({ name }) => name.length)) + GAP;
  return [
    ...alignColumns(
      rows.map(({ name, value, basis }) => [
        { text: name },
        { text: value },
        { text: basis, paint: style.dim },
      ]),
    ),
    // Apart: its words are many, and would push the last column off the screen.
    `${METRIC_PARTS.patterns.padEnd(width)}${patternsOf(all)}`,
  ];
}

function agentLines({ agents }: Metrics, style: Style): readonly string[] {
  if (agents.length === 0) return [];
  return table(
    ['Agent', ...labelsOf(AGENT_COLUMNS), METRIC_PARTS.patterns],
    agents.map(({ agent, figures }) => [
      printableLine(agent),
      ...AGENT_COLUMNS.map(({ show }) => show(figures)),
      patternsOf(figures),
    ]),
    style,
  );
}

function dayLines({ days }: Metrics, { bars, style }: MetricsTextOptions): readonly string[] {
  const listed = days.slice(-LISTED_DAYS);
  const most = Math.max(0, ...listed.map(({ figures }) => figures.turns));
  const lines = table(
    ['Day', ...labelsOf(DAY_COLUMNS)],
    listed.map(({ day, figures }) => [
      day,
      ...DAY_COLUMNS.map(({ show }) => show(figures)),
      bars ? dayBar({ turns: figures.turns, after: figures.turnsAfterProof, most }) : '',
    ]),
    style,
  );
  const older = days.length - listed.length;
  return older > 0 ? [...lines, `… ${countOf(older, 'day')} before`] : lines;
}

function labelsOf(columns: readonly MetricColumn[]): readonly string[] {
  return columns.map(({ label }) => label);
}

function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  style: Style,
): readonly string[] {
  const heads = head.map((label) => ({ text: label.toUpperCase(), paint: style.dim }));
  return alignColumns([heads, ...rows.map((row) => row.map((text) => ({ text })))]);
}

function patternsOf(metrics: MetricSet): string {
  return printableLine(describePatterns(metrics)) || UNKNOWN;
}
