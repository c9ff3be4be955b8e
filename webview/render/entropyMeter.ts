import { h, setAttribute, setText, type Part } from './dom';

/** How far a task is from a pivot, and how many pivots it has used. */
export interface Counters {
  readonly title: string;
  readonly entropy: number;
  readonly loopThreshold: number;
  readonly pivots: number;
  readonly maxPivots: number;
}

/** Beyond this many steps single segments are too thin to be told apart. */
const MOST_SEGMENTS = 12;

/** The two small gauges of a task: entropy as a meter, pivots beside it. */
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

/** A value of a maximum, in segments and as "2 / 3", told to screen readers as a meter. */
export interface Gauge extends Part<{ readonly value: number; readonly max: number }> {
  describe(name: string, text: string): void;
}

/** Named by `label` where it is seen, '' for nothing; `kind` names its colours. */
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
