import type { MetricSet, Metrics } from '../../../src/model/report/metricSet';
import {
  METRIC_COLUMNS,
  METRIC_PARTS,
  type MetricColumn,
} from '../../../src/reports/metrics/describeMetrics';
import { localDay } from '../../../src/text/time';
import { html, scroller, type TemplateResult } from '../../template';
import type { Scope } from '../context';
import { disclosure } from '../disclosure';

interface FigureRow {
  readonly name: string;
  readonly figures: MetricSet;
}

const COLUMNS: readonly MetricColumn[] = Object.values(METRIC_COLUMNS);

/** Tables with the data of the charts: by agent and by day. */
export function figureTables(scope: Scope, { agents, days }: Metrics): TemplateResult {
  const byAgent = agents.map(({ agent, figures }) => ({ name: agent, figures }));
  const byDay = days.map(({ day, figures }) => ({ name: localDay(day), figures })).toReversed();
  return disclosure(
    scope,
    { section: 'figures:tables', label: 'As tables' },
    () =>
      html`${table(METRIC_PARTS.agents, 'Agent', byAgent)}${table(METRIC_PARTS.days, 'Day', byDay)}`,
  );
}

function table(caption: string, first: string, rows: readonly FigureRow[]): TemplateResult {
  const heads = COLUMNS.map(({ label }) => html`<th scope="col" class="number">${label}</th>`);
  return scroller(
    caption,
    '',
    html`<table class="figure-table"
      ><caption>${caption}</caption
      ><thead
        ><tr><th scope="col">${first}</th>${heads}</tr></thead
      ><tbody>${rows.map(row)}</tbody></table
    >`,
  );
}

function row({ name, figures }: FigureRow): TemplateResult {
  const cells = COLUMNS.map(({ show }) => html`<td class="number">${show(figures)}</td>`);
  return html`<tr><th scope="row">${name}</th>${cells}</tr>`;
}
