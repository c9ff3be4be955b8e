import {
  explainEntropy,
  ENTROPY_NAME,
  explainPivots,
  PIVOT_NAME,
  type Counters,
} from '../../src/reports/task/counterWords';
import type { DocsTopic } from '../../src/protocol/messages';
import { capitalise } from '../../src/text/sentence';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { button, sending } from './button';
import type { Scope } from './context';

/** The two gauges of a task: its entropy and its pivots, in plain words that explain themselves. */
export function counters(
  scope: Scope,
  task: Counters & { readonly title: string },
): TemplateResult {
  const { title, entropy, loopThreshold, pivots, maxPivots } = task;
  const label = (about: DocsTopic, name: string, hint: string): TemplateResult =>
    explained(scope, about, { label: capitalise(name), hint });
  return html`<div class="counters"
    >${gauge({
      kind: 'entropy',
      label: label('entropy', ENTROPY_NAME, explainEntropy(task)),
      name: `Failed turns in a row of ${title}`,
      value: entropy,
      max: loopThreshold,
    })}${gauge({
      kind: 'pivots',
      label: label('pivot', PIVOT_NAME, explainPivots(task)),
      name: `Fresh starts of ${title}`,
      value: pivots,
      max: maxPivots,
    })}</div
  >`;
}

/** A term whose tooltip explains it and which opens its page in docs/. */
function explained(
  scope: Scope,
  about: DocsTopic,
  { label, hint }: { readonly label: string; readonly hint: string },
): TemplateResult {
  const look = {
    action: `explain-${about}`,
    label,
    appearance: 'link',
    name: `${label}: ${hint}`,
    state: { enabled: true, hint },
  } as const;
  return button(sending(scope, look, { method: 'openDocs', params: { about } }));
}

export interface Gauge {
  readonly value: number;
  readonly max: number;
  /** Selects its colours. */
  readonly kind: 'entropy' | 'pivots' | 'suspicion';
  /** Visible before the value; absent for none. */
  readonly label?: TemplateResult;
  /** Name for screen readers. */
  readonly name: string;
  /** What else is to be said of the value; absent for nothing. */
  readonly remark?: string;
}

/** Maximum number of segments; more would be too thin to distinguish. */
const MOST_SEGMENTS = 12;

/** A value with its maximum, as segments and as "2 of 3"; a meter for screen readers. */
export function gauge({ value, max, kind, label, name, remark }: Gauge): TemplateResult {
  const seen: Content =
    label === undefined ? nothing : html`<span class="gauge-label">${label}</span>`;
  const text = `${value} of ${max}`;
  return html`<span class="gauge gauge-${kind}" data-level=${level(value, max)}
    >${seen}<span
      class="meter"
      role="meter"
      aria-valuemin="0"
      aria-valuenow=${value}
      aria-valuemax=${max}
      aria-label=${name}
      aria-valuetext=${remark === undefined ? text : `${text}, ${remark}`}
      ><span class="segments" aria-hidden="true">${segments(value, max)}</span
      ><span class="gauge-text">${text}</span></span
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
