import type { MetricSet, Metrics } from '../../../src/model/report/metricSet';
import { METRIC_COLUMNS, type MetricColumn } from '../../../src/reports/metrics/describeMetrics';
import { localDay } from '../../../src/text/time';
import type { Context } from '../context';
import { createDisclosure } from '../disclosure';
import { h, setText, type Part } from '../dom';
import { createKeyedList } from '../keyedList';

interface FigureRow {
  readonly name: string;
  readonly figures: MetricSet;
}

const COLUMNS: readonly MetricColumn[] = Object.values(METRIC_COLUMNS);

/** Creates tables with the data of the charts: by agent and by day. */
export function createFigureTables(context: Context): Part<Metrics> {
  const agents = createTable('Metrics by agent', 'Agent');
  const days = createTable('Metrics by day', 'Day');
  const element = createDisclosure(context.state, 'figures:tables', 'As tables');
  element.append(agents.element, days.element);
  return {
    element,
    update: (metrics) => {
      agents.update(metrics.agents.map(({ agent, figures }) => ({ name: agent, figures })));
      const newestFirst = metrics.days.toReversed();
      days.update(newestFirst.map(({ day, figures }) => ({ name: localDay(day), figures })));
    },
  };
}

function createTable(caption: string, first: string): Part<readonly FigureRow[]> {
  const heads = COLUMNS.map(({ label }) => h('th', { scope: 'col', class: 'number' }, label));
  const body = h('tbody');
  const draw = createKeyedList<FigureRow>(body, ({ name }) => name, createRow);
  const table = h(
    'table',
    { class: 'figure-table' },
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, first), ...heads)),
    body,
  );
  return {
    element: h(
      'div',
      { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': caption },
      table,
    ),
    update: draw,
  };
}

function createRow(): Part<FigureRow> {
  const name = h('th', { scope: 'row' });
  const cells = COLUMNS.map(() => h('td', { class: 'number' }));
  return {
    element: h('tr', {}, name, ...cells),
    update: (row) => {
      setText(name, row.name);
      for (const [index, { show }] of COLUMNS.entries()) {
        const cell = cells[index];
        if (cell !== undefined) setText(cell, show(row.figures));
      }
    },
  };
}
