import type { MetricSet, Metrics } from '../../../src/model/report/metricSet';
import {
  METRIC_COLUMNS,
  METRIC_PARTS,
  type MetricColumn,
} from '../../../src/reports/metrics/describeMetrics';
import { capitalise } from '../../../src/text/sentence';
import { localDay } from '../../../src/text/time';
import { html, wideTable, type Content } from '../../template';
import { boundedList } from '../bounded';
import type { Scope } from '../context';
import { disclosure } from '../disclosure';

interface FigureRow {
  readonly name: string;
  readonly figures: MetricSet;
}

const COLUMNS: readonly MetricColumn[] = Object.values(METRIC_COLUMNS);

/** Tables with the data of the charts: by agent and by day. */
export function figureTables(scope: Scope, { agents, days }: Metrics): Content {
  const byAgent = agents.map(({ agent, figures }) => ({ name: agent, figures }));
  const byDay = days.map(({ day, figures }) => ({ name: localDay(day), figures })).toReversed();
  return disclosure(
    scope,
    { section: 'figures:tables', label: 'As tables' },
    () =>
      html`${table(scope, { caption: METRIC_PARTS.agents, noun: 'agent', rows: byAgent })}${table(scope, { caption: METRIC_PARTS.days, noun: 'day', rows: byDay })}`,
  );
}

interface FigureTable {
  readonly caption: string;
  /** What a row is about. */
  readonly noun: string;
  readonly rows: readonly FigureRow[];
}

function table(scope: Scope, { caption, noun, rows }: FigureTable): Content {
  const heads = COLUMNS.map(({ label }) => html`<th scope="col" class="number">${label}</th>`);
  const view = { section: `figures:${noun}`, items: rows, noun };
  return boundedList(scope, view, (shown) =>
    wideTable(
      caption,
      html`<table class="figure-table"
        ><caption>${caption}</caption
        ><thead
          ><tr><th scope="col">${capitalise(noun)}</th>${heads}</tr></thead
        ><tbody>${shown.map(row)}</tbody></table
      >`,
    ),
  );
}

function row({ name, figures }: FigureRow): Content {
  const cells = COLUMNS.map(({ show }) => html`<td class="number">${show(figures)}</td>`);
  return html`<tr><th scope="row">${name}</th>${cells}</tr>`;
}
