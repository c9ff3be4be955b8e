import type { MetricSet, Metrics } from '../../../src/model/report/metrics';
import { formatDay, formatNumber, formatShare } from '../../figureWords';
import type { Context } from '../context';
import { createDisclosure } from '../disclosure';
import { h, setText, type Part } from '../dom';
import { createKeyedList } from '../keyedList';
import { describeDuration } from '../../../src/text/duration';

interface FigureRow {
  readonly name: string;
  readonly figures: MetricSet;
}

/** Each column of the tables with how a figure stands in it. */
const COLUMNS: readonly (readonly [string, (figures: MetricSet) => string])[] = [
  ['Tasks', ({ tasks }) => formatNumber(tasks)],
  ['Turns', ({ turns }) => formatNumber(turns)],
  ['Loop rate', ({ loopRate }) => formatShare(loopRate)],
  ['Loops', ({ loops }) => formatNumber(loops)],
  ['Gates', ({ gates }) => formatNumber(gates)],
  ['Gate rate', ({ gateRate }) => formatShare(gateRate)],
  ['False alarms', ({ falseAlarms }) => formatNumber(falseAlarms)],
  ['Turns after proof', ({ turnsAfterProof }) => formatNumber(turnsAfterProof)],
  ['Time after proof', ({ msAfterProof }) => describeDuration(msAfterProof)],
];

/** The same figures as the charts, as tables: of each agent, and day by day. */
export function createFigureTables(context: Context): Part<Metrics> {
  const agents = createTable('Figures by agent', 'Agent');
  const days = createTable('Figures by day', 'Day');
  const element = createDisclosure(context.state, 'figures:tables', 'As tables');
  element.append(agents.element, days.element);
  return {
    element,
    update: (metrics) => {
      agents.update(metrics.agents.map(({ agent, figures }) => ({ name: agent, figures })));
      const newestFirst = metrics.days.toReversed();
      days.update(newestFirst.map(({ day, figures }) => ({ name: formatDay(day), figures })));
    },
  };
}

function createTable(caption: string, first: string): Part<readonly FigureRow[]> {
  const heads = COLUMNS.map(([label]) => h('th', { scope: 'col', class: 'number' }, label));
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
      for (const [index, [, show]] of COLUMNS.entries()) {
        const cell = cells[index];
        if (cell !== undefined) setText(cell, show(row.figures));
      }
    },
  };
}
