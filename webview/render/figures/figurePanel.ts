import type { Metrics } from '../../../src/model/report/metricSet';
import {
  describeForgotten,
  describeMetrics,
  describeNoMetrics,
  METRIC_PARTS,
  describePatterns,
  type ShownMetric,
} from '../../../src/reports/metrics/describeMetrics';
import { describePredictions } from '../../../src/reports/metrics/describePredictions';
import { localDay } from '../../../src/text/time';
import { html, nothing, paragraph, type Content, type TemplateResult } from '../../template';
import { alert } from '../alert';
import type { Scope } from '../context';
import { figureCharts } from './figureCharts';
import { figureTables } from './figureTables';

/**
 * The cost of looping and the savings of pauses: tiles, charts, and tables with the same data. `isKnown`: whether the
 * metrics are those of the shown folder.
 */
export function figurePanel(
  scope: Scope,
  metrics: Metrics | undefined,
  isKnown: boolean,
): TemplateResult {
  const empty = metrics === undefined ? '' : describeNoMetrics(metrics);
  const shown = isKnown && empty === '';
  const hasBody = metrics !== undefined && empty === '';
  return html`<section class="figures" aria-label="Metrics" ?hidden=${!scope.state.current.figures}>
    <h2 tabindex="-1">Metrics</h2>
    <p class="muted">${shown && metrics !== undefined ? describeCovered(metrics) : ''}</p>
    ${alert(scope.sender)} ${paragraph(isKnown ? empty : '', 'no-figures')}
    <div ?hidden=${!shown}>${hasBody ? body(scope, metrics) : nothing}</div>
  </section>`;
}

function body(scope: Scope, metrics: Metrics): Content {
  const proved = describePatterns(metrics.all);
  const predicted = describePredictions(metrics).join(' ');
  return html` <dl class="tiles">${describeMetrics(metrics.all).map(tile)}</dl>
    <p class="muted">${proved === '' ? '' : `${METRIC_PARTS.patterns}: ${proved}.`}</p>
    <p class="muted">${predicted === '' ? '' : `${METRIC_PARTS.predictions}: ${predicted}`}</p>
    ${figureCharts(scope, metrics)} ${figureTables(scope, metrics)}`;
}

function tile({ name, value, meaning }: ShownMetric): TemplateResult {
  return html`<div class="tile"
    ><dt>${name}</dt><dd class="tile-value">${value}</dd
    ><dd class="tile-meaning muted">${meaning}</dd></div
  >`;
}

function describeCovered(metrics: Metrics): string {
  const { from, to } = metrics;
  if (from === undefined || to === undefined) return '';
  const [first, last] = [localDay(from.slice(0, 10)), localDay(to.slice(0, 10))];
  const days = first === last ? `Of ${first}` : `From ${first} to ${last}`;
  return [`${days} (UTC)`, describeForgotten(metrics)].filter(Boolean).join('. ');
}
