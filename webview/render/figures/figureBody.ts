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
import type { Scope } from '../context';
import { figureCharts } from './figureCharts';
import { figureTables } from './figureTables';

/** What the panel shows below its heading: tiles, charts, and tables with the same data; as in `figurePanel`. */
export function figureBody(scope: Scope, metrics: Metrics, isKnown: boolean): TemplateResult {
  const empty = describeNoMetrics(metrics);
  const shown = isKnown && empty === '';
  return html`<p class="muted">${shown ? describeCovered(metrics) : ''}</p>
    ${paragraph(isKnown ? empty : '', 'no-figures')}
    <div ?hidden=${!shown}>${empty === '' ? body(scope, metrics) : nothing}</div>`;
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
