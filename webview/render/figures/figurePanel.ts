import type { Metrics } from '../../../src/model/report/metricSet';
import { loadCharts } from '../../chartsBundle';
import {
  describeForgotten,
  describeMetrics,
  describeNoMetrics,
  describePatterns,
  type ShownMetric,
} from '../../../src/reports/metrics/describeMetrics';
import { describePredictions } from '../../../src/reports/metrics/describePredictions';
import { localDay } from '../../../src/text/time';
import { createAlert } from '../alert';
import type { Context } from '../context';
import { h, setShown, setText, type Part } from '../dom';
import { createKeyedList } from '../keyedList';
import { createFigureTables } from './figureTables';

/** The metrics, shown instead of the tasks. */
export interface FigurePanel {
  readonly element: HTMLElement;
  /** Requests the metrics and shows them; earlier ones stay until then. */
  refresh(): void;
  /** Hides the metrics until the next request; ignores pending responses. */
  forget(): void;
}

/**
 * Creates the panel with the cost of looping and the savings of pauses: tiles, charts, and tables with the same data.
 */
export function createFigurePanel(context: Context): FigurePanel {
  const heading = h('h2', { tabindex: '-1' }, 'Metrics');
  const covered = h('p', { class: 'muted' });
  const alert = createAlert(() => heading.focus());
  const empty = h('p', { class: 'no-figures', hidden: '' });
  const tiles = h('dl', { class: 'tiles' });
  const drawTiles = createKeyedList<ShownMetric>(tiles, ({ key }) => key, createTile);
  const patterns = h('p', { class: 'muted' });
  const predictions = h('p', { class: 'muted' });
  const charts = createChartPlace();
  const tables = createFigureTables(context);
  const body = h(
    'div',
    { hidden: '' },
    tiles,
    patterns,
    predictions,
    charts.element,
    tables.element,
  );
  const element = h(
    'section',
    { class: 'figures', 'aria-label': 'Metrics', hidden: '' },
    heading,
    covered,
    alert.element,
    empty,
    body,
  );

  const show = (metrics: Metrics): void => {
    const nothing = describeNoMetrics(metrics);
    const some = nothing === '';
    setText(empty, nothing);
    setShown(empty, !some);
    setShown(body, some);
    setText(covered, some ? describeCovered(metrics) : '');
    drawTiles(some ? describeMetrics(metrics.all) : []);
    const proved = describePatterns(metrics.all);
    setText(patterns, proved === '' ? '' : `Loops were proved by: ${proved}.`);
    const predicted = describePredictions(metrics).join(' ');
    setText(predictions, predicted === '' ? '' : `Predictions of pauses: ${predicted}`);
    if (some) charts.update(metrics);
    tables.update(metrics);
  };
  let asked: object | undefined;
  const refresh = async (): Promise<void> => {
    if (asked !== undefined) return;
    const mine = {};
    asked = mine;
    try {
      const metrics = await context.host.request('metrics', {});
      if (asked !== mine) return;
      alert.clear();
      show(metrics);
    } catch (error) {
      if (asked === mine) alert.show(error instanceof Error ? error.message : String(error));
    } finally {
      if (asked === mine) asked = undefined;
    }
  };
  return {
    element,
    refresh: () => void refresh(),
    forget: () => {
      asked = undefined;
      alert.clear();
      setText(covered, '');
      for (const part of [empty, body]) setShown(part, false);
    },
  };
}

function describeCovered(metrics: Metrics): string {
  const { from, to } = metrics;
  if (from === undefined || to === undefined) return '';
  const [first, last] = [localDay(from.slice(0, 10)), localDay(to.slice(0, 10))];
  const days = first === last ? `Of ${first}` : `From ${first} to ${last}`;
  return [`${days} (UTC)`, describeForgotten(metrics)].filter(Boolean).join('. ');
}

function createTile(): Part<ShownMetric> {
  const label = h('dt');
  const value = h('dd', { class: 'tile-value' });
  const meaning = h('dd', { class: 'tile-meaning muted' });
  return {
    element: h('div', { class: 'tile' }, label, value, meaning),
    update: (tile) => {
      setText(label, tile.name);
      setText(value, tile.value);
      setText(meaning, tile.meaning);
    },
  };
}

/** Container of the charts, which are loaded on demand. */
function createChartPlace(): Part<Metrics> {
  const note = h('p', { class: 'muted' }, 'Drawing the charts…');
  const element = h('div', { class: 'chart-slot' }, note);
  let charts: Part<Metrics> | undefined;
  let latest: Metrics | undefined;
  const draw = (): void => {
    if (latest !== undefined) charts?.update(latest);
  };
  return {
    element,
    update: (metrics) => {
      latest = metrics;
      if (charts !== undefined) {
        draw();
        return;
      }
      loadCharts().then(
        (bundle) => {
          if (charts !== undefined) return;
          charts = bundle.createCharts();
          element.replaceChildren(charts.element);
          draw();
        },
        () => setText(note, 'The charts could not be loaded; the tables below show the same.'),
      );
    },
  };
}
