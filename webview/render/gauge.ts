import { html, nothing, type TemplateResult } from '../template';

/** Distance of a task from a pivot, and its number of used pivots. */
export interface Counters {
  readonly title: string;
  readonly entropy: number;
  readonly loopThreshold: number;
  readonly pivots: number;
  readonly maxPivots: number;
}

/** The two gauges of a task: entropy and pivots. */
export function counters(task: Counters): TemplateResult {
  const { title, entropy, loopThreshold, pivots, maxPivots } = task;
  return html`<div class="counters"
    >${gauge({
      kind: 'entropy',
      label: 'Entropy',
      name: `Entropy of ${title}`,
      text: `${entropy} of ${loopThreshold} failed turns in a row without progress`,
      value: entropy,
      max: loopThreshold,
    })}${gauge({
      kind: 'pivots',
      label: 'Pivots',
      name: `Pivots of ${title}`,
      text: `${pivots} of ${maxPivots} pivots used`,
      value: pivots,
      max: maxPivots,
    })}</div
  >`;
}

export interface Gauge {
  readonly value: number;
  readonly max: number;
  /** Selects its colours. */
  readonly kind: 'entropy' | 'pivots' | 'suspicion';
  /** Visible label; '' for none. */
  readonly label: string;
  /** Name and value for screen readers. */
  readonly name: string;
  readonly text: string;
}

/** Maximum number of segments; more would be too thin to distinguish. */
const MOST_SEGMENTS = 12;

/** A value with its maximum, as segments and as "2 / 3"; a meter for screen readers. */
export function gauge({ value, max, kind, label, name, text }: Gauge): TemplateResult {
  const seen =
    label === '' ? nothing : html`<span class="gauge-label" aria-hidden="true">${label}</span>`;
  return html`<span class="gauge gauge-${kind}" data-level=${level(value, max)} title=${text}
    >${seen}<span
      class="meter"
      role="meter"
      aria-valuemin="0"
      aria-valuenow=${value}
      aria-valuemax=${max}
      aria-label=${name}
      aria-valuetext=${text}
      ><span class="segments" aria-hidden="true">${segments(value, max)}</span
      ><span class="gauge-text">${`${value} / ${max}`}</span></span
    ></span
  >`;
}

function level(value: number, max: number): string {
  if (value === 0) return 'none';
  if (value >= max) return 'full';
  return value === max - 1 ? 'high' : 'low';
}

function segments(value: number, max: number): readonly TemplateResult[] {
  const count = Math.min(max, MOST_SEGMENTS);
  const filled = max === 0 ? 0 : Math.ceil((Math.min(value, max) / max) * count);
  return Array.from(
    { length: count },
    (_, index) => html`<span class="segment ${index < filled ? 'filled' : ''}"></span>`,
  );
}
