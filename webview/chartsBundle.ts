import type { ChartData, ChartOptions } from './figures/chartOptions';

/** A chart in its figure; it adapts to the theme and its width. */
export interface Plot {
  readonly update: (data: ChartData) => void;
  readonly remove: () => void;
}

/** Interface of the charts bundle, which the dashboard loads on demand. */
export interface ChartsBundle {
  /** Draws a chart into a figure with the parts `.chart-place` and `.chart-told`. */
  readonly createPlot: (figure: HTMLElement, options: ChartOptions) => Plot;
}

declare global {
  var devsCharts: ChartsBundle | undefined;
}

// Known only while the script itself runs.
const own = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;
let loading: Promise<ChartsBundle> | undefined;

/** Loads the charts from the folder of the dashboard's script, once. Rejects if they cannot be loaded. */
export function loadCharts(): Promise<ChartsBundle> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function load(): Promise<ChartsBundle> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    if (own !== null) {
      script.nonce = own.nonce;
      script.src = new URL('charts.js', own.src).href;
    }
    script.addEventListener('load', () => {
      const { devsCharts } = globalThis;
      if (devsCharts === undefined) reject(new Error('charts.js is incomplete'));
      else resolve(devsCharts);
    });
    script.addEventListener('error', () => reject(new Error('charts.js cannot be loaded')));
    document.head.append(script);
  });
}
