import uPlot from 'uplot';
import { h, setAttribute, setText, type Part } from '../render/dom';
import {
  chartOptions,
  type ChartData,
  type ChartOptions,
  type ChartSeries,
  type Look,
} from './chartOptions';

/** A chart with title, legend, and the values at the pointer below it. */
export function createChart(options: ChartOptions): Part<ChartData> {
  const place = h('div', { class: 'chart-place', role: 'img' });
  const told = h('p', { class: 'chart-told muted', 'aria-hidden': 'true' });
  const element = h(
    'figure',
    { class: 'chart' },
    h('figcaption', {}, options.title),
    createKey(options.series),
    place,
    told,
  );
  let data: ChartData = { names: [], values: [] };
  let plot: uPlot | undefined;
  let drawn = '';

  const tell = (index: number | null | undefined): void => {
    const at = index ?? data.names.length - 1;
    setText(told, describe(options, data, at));
  };
  const draw = (): void => {
    const width = place.clientWidth;
    const look = lookOf(element, options.series);
    const now = JSON.stringify([width, look, data]);
    if (width === 0 || data.names.length === 0 || now === drawn) return;
    drawn = now;
    plot?.destroy();
    const positions = data.names.map((_, index) => index);
    const columns = [positions, ...data.values.map((values) => [...values])];
    plot = new uPlot(
      chartOptions({ options, data, width, look, onPoint: tell }),
      columns as uPlot.AlignedData,
      place,
    );
    tell(undefined);
  };
  new ResizeObserver(draw).observe(place);
  // VS Code changes the variables of the page and the class of its body.
  const themes = new MutationObserver(draw);
  for (const page of [document.documentElement, document.body]) {
    themes.observe(page, { attributes: true, attributeFilter: ['class', 'style'] });
  }

  return {
    element,
    update: (next) => {
      data = next;
      const last = data.names.length - 1;
      setAttribute(place, 'aria-label', `${options.title}. ${describe(options, data, last)}`);
      draw();
    },
  };
}

function describe({ series, format }: ChartOptions, data: ChartData, at: number): string {
  const name = data.names[at];
  if (name === undefined) return '';
  const values = series.map(({ label }, index) => {
    const value = data.values[index]?.[at] ?? null;
    return `${label.toLowerCase()} ${value === null ? 'not known' : format(value)}`;
  });
  return `${name}: ${values.join(', ')}`;
}

function createKey(series: readonly ChartSeries[]): HTMLElement {
  const items = series.map(({ label }, index) =>
    h('li', {}, h('span', { class: 'swatch', 'data-series': String(index) }), label),
  );
  const key = h('ul', { class: 'chart-key' }, ...items);
  for (const [index, item] of items.entries()) {
    const swatch = item.firstElementChild as HTMLElement;
    swatch.style.background = `var(${series[index]?.colour ?? ''})`;
  }
  return key;
}

/** Resolves the theme's colours, since a canvas cannot use CSS variables. */
function lookOf(element: HTMLElement, series: readonly ChartSeries[]): Look {
  const style = getComputedStyle(element);
  const probe = h('span');
  element.append(probe);
  const resolve = (colour: string): string => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const look = {
    font: `11px ${style.fontFamily}`,
    text: resolve('var(--devs-muted)'),
    line: resolve('var(--devs-line)'),
    colours: series.map(({ colour }) => resolve(`var(${colour})`)),
    pixels: devicePixelRatio,
  };
  probe.remove();
  return look;
}
