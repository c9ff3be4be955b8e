import { AsyncDirective, directive } from 'lit/async-directive.js';
import type { ElementPart, PartInfo } from 'lit/directive.js';
import type { Metrics } from '../../../src/model/report/metricSet';
import type { ChartData, ChartOptions, ChartSeries } from '../../figures/chartOptions';
import type { createPlot, Plot } from '../../figures/plot';
import { html, nothing, type Content, type TemplateResult } from '../../template';
import type { Scope } from '../context';
import { chartsOf, describePoint } from './charts';

let drawer: typeof createPlot | 'failed' | undefined;

/** The charts, which are loaded when they are first shown. */
export function figureCharts({ redraw }: Scope, metrics: Metrics): TemplateResult {
  if (drawer === undefined) load(redraw);
  return html`<div class="chart-slot">${content(metrics)}</div>`;
}

function load(redraw: () => void): void {
  const settle = (result: NonNullable<typeof drawer>): void => {
    drawer = result;
    redraw();
  };
  import('../../figures/plot').then(
    (plot) => settle(plot.createPlot),
    () => settle('failed'),
  );
}

function content(metrics: Metrics): Content {
  if (drawer === undefined) return html`<p class="muted">Drawing the charts…</p>`;
  if (drawer === 'failed') {
    return html`<p class="muted"
      >The charts could not be loaded; the tables below show the same.</p
    >`;
  }
  return html`<div class="charts"
    >${chartsOf(metrics).map(({ options, data }) => chart(options, data))}</div
  >`;
}

/** A chart with title, legend, and the values at the pointer below it. */
function chart(options: ChartOptions, data: ChartData): Content {
  if (data.names.length === 0) return nothing;
  const last = describePoint(options, data, data.names.length - 1);
  return html`<figure class="chart" ${plotted(options, data)}>
    <figcaption>${options.title}</figcaption>
    <ul class="chart-key"
      >${options.series.map(key)}</ul
    >
    <div class="chart-place" role="img" aria-label=${`${options.title}. ${last}`}></div>
    <p class="chart-told muted" aria-hidden="true"></p>
  </figure>`;
}

function key({ label, colour }: ChartSeries): TemplateResult {
  return html`<li><span class="swatch" .style=${`background: var(${colour})`}></span>${label}</li>`;
}

/** Draws a chart into its figure, whose other parts stay as they are. */
class Plotted extends AsyncDirective {
  private readonly figure: HTMLElement;
  private plot: Plot | undefined;

  constructor(part: PartInfo) {
    super(part);
    this.figure = (part as ElementPart).element as HTMLElement;
  }

  override render(options: ChartOptions, data: ChartData): void {
    if (drawer === undefined || drawer === 'failed') return;
    this.plot ??= drawer(this.figure, options);
    this.plot.update(data);
  }

  protected override disconnected(): void {
    this.plot?.remove();
    this.plot = undefined;
  }
}

const plotted = directive(Plotted);
