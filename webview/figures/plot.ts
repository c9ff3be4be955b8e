// First: charts are loaded with a language that exists.
import './soundLanguage';
import uPlot from 'uplot';
import { describePoint } from '../render/figures/charts';
import { visibleText } from '../../src/text/visibleText';
import {
  chartOptions,
  type ChartData,
  type ChartOptions,
  type ChartSeries,
  type Look,
} from './chartOptions';

/** A chart in its figure; it adapts to the theme and its width. */
export interface Plot {
  readonly update: (data: ChartData) => void;
  readonly remove: () => void;
}

/** Draws a chart into a figure of the dashboard, with the values at the pointer below it. */
export function createPlot(figure: HTMLElement, options: ChartOptions): Plot {
  const place = partOf(figure, '.chart-place');
  const told = partOf(figure, '.chart-told');
  let data: ChartData = { names: [], values: [] };
  let plot: uPlot | undefined;
  let drawn = '';

  const tell = (index: number | null | undefined): void => {
    told.textContent = visibleText(describePoint(options, data, index ?? data.names.length - 1));
  };
  const draw = (): void => {
    const width = place.clientWidth;
    const look = lookOf(figure, options.series);
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
  const sizes = new ResizeObserver(draw);
  sizes.observe(place);
  // VS Code changes the variables of the page and the class of its body.
  const themes = new MutationObserver(draw);
  for (const page of [document.documentElement, document.body]) {
    themes.observe(page, { attributes: true, attributeFilter: ['class', 'style'] });
  }
  return {
    update: (next) => {
      data = next;
      draw();
    },
    remove: () => {
      sizes.disconnect();
      themes.disconnect();
      plot?.destroy();
    },
  };
}

function partOf(figure: HTMLElement, selector: string): HTMLElement {
  const part = figure.querySelector<HTMLElement>(selector);
  if (part === null) throw new Error(`a chart without ${selector}`);
  return part;
}

/** Resolves the theme's colours, since a canvas cannot use CSS variables. */
function lookOf(element: HTMLElement, series: readonly ChartSeries[]): Look {
  const style = getComputedStyle(element);
  const probe = document.createElement('span');
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
