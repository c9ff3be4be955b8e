import { h, setAttribute, setText, type Part } from './dom';

/** Distance of a task from a pivot, and its number of used pivots. */
export interface Counters {
  readonly title: string;
  readonly entropy: number;
  readonly loopThreshold: number;
  readonly pivots: number;
  readonly maxPivots: number;
}

/** Maximum number of segments; more would be too thin to distinguish. */
const MOST_SEGMENTS = 12;

/** Creates the two gauges of a task: entropy and pivots. */
export function createCounters(): Part<Counters> {
  const entropy = createGauge('Entropy', 'entropy');
  const pivots = createGauge('Pivots', 'pivots');
  const element = h('div', { class: 'counters' }, entropy.element, pivots.element);
  return {
    element,
    update: (counters) => {
      entropy.update({ value: counters.entropy, max: counters.loopThreshold });
      pivots.update({ value: counters.pivots, max: counters.maxPivots });
      const failed = `${counters.entropy} of ${counters.loopThreshold} failed turns in a row without progress`;
      entropy.describe(`Entropy of ${counters.title}`, failed);
      const used = `${counters.pivots} of ${counters.maxPivots} pivots used`;
      pivots.describe(`Pivots of ${counters.title}`, used);
    },
  };
}

/** A value with its maximum, as segments and as "2 / 3"; a meter for screen readers. */
export interface Gauge extends Part<{ readonly value: number; readonly max: number }> {
  describe(name: string, text: string): void;
}

/** Creates a gauge with a visible `label`, '' for none; `kind` selects its colours. */
export function createGauge(label: string, kind: string): Gauge {
  const segments = h('span', { class: 'segments', 'aria-hidden': 'true' });
  const text = h('span', { class: 'gauge-text' });
  const meter = h('span', { class: 'meter', role: 'meter', 'aria-valuemin': '0' }, segments, text);
  const element = h(
    'span',
    { class: `gauge gauge-${kind}` },
    ...(label === '' ? [] : [h('span', { class: 'gauge-label', 'aria-hidden': 'true' }, label)]),
    meter,
  );
  return {
    element,
    update: ({ value, max }) => {
      setText(text, `${value} / ${max}`);
      setAttribute(meter, 'aria-valuenow', String(value));
      setAttribute(meter, 'aria-valuemax', String(max));
      setAttribute(element, 'data-level', level(value, max));
      fill(segments, value, max);
    },
    describe: (name, sentence) => {
      setAttribute(meter, 'aria-label', name);
      setAttribute(meter, 'aria-valuetext', sentence);
      setAttribute(element, 'title', sentence);
    },
  };
}

function level(value: number, max: number): string {
  if (value === 0) return 'none';
  if (value >= max) return 'full';
  return value === max - 1 ? 'high' : 'low';
}

function fill(holder: HTMLElement, value: number, max: number): void {
  const count = Math.min(max, MOST_SEGMENTS);
  const filled = max === 0 ? 0 : Math.ceil((Math.min(value, max) / max) * count);
  while (holder.childElementCount > count) holder.lastElementChild?.remove();
  while (holder.childElementCount < count) holder.append(h('span', { class: 'segment' }));
  for (const [index, segment] of [...holder.children].entries()) {
    segment.classList.toggle('filled', index < filled);
  }
}
