import type { Metrics } from '../src/model/report/metricSet';
import type { Part } from './render/dom';

/** Interface of the charts bundle, which the dashboard loads on demand. */
export interface ChartsBundle {
  /** Charts of metrics over days and agents; they adapt to the theme and their width. */
  createCharts(): Part<Metrics>;
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
