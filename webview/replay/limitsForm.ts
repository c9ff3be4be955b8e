import { LIMIT_SPECS } from '../../src/model/config/limits';
import {
  STEP_LIMITS,
  type StepLimitName,
  type StepLimits,
} from '../../src/model/config/stepLimits';
import type { StepDetectorName } from '../../src/model/steps/step';
import type { ReplayView } from '../../src/protocol/replay/replayView';
import { DETECTOR_WORDS } from '../../src/reports/hops/describeHop';
import { capitalise } from '../../src/text/sentence';
import { html, live, nothing, paragraph, type Content, type TemplateResult } from '../template';

/** Milliseconds to wait for further digits. */
const TYPING_MS = 250;

const DETECTOR_OF: Readonly<Record<StepLimitName, StepDetectorName>> = {
  repeatedCalls: 'repeated call',
  similarCalls: 'similar calls',
  callCycles: 'call cycle',
  undoneEdits: 'undone edits',
  repeatedEdits: 'repeated edit',
  failuresAfterEdits: 'failure after edits',
  repeatedTexts: 'repeated text',
  stepsWithoutNews: 'nothing new',
  refusedCalls: 'refused call',
  repeatedFailures: 'repeated failure',
};

export interface LimitsFormOptions {
  readonly onLimits: (limits: StepLimits) => void;
  readonly redraw: () => void;
}

/** Creates the form for trying out detector limits; changed ones can be copied to `devs.yaml`. */
export function createLimitsForm(options: LimitsFormOptions): (view: ReplayView) => TemplateResult {
  const { onLimits, redraw } = options;
  /** What the user typed is newer than the host's value; a field holds it as text, whether it fits or not. */
  const written = new Map<StepLimitName, string>();
  let sent: StepLimits | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (limits: StepLimits): void => {
    clearTimeout(timer);
    sent = limits;
    onLimits(limits);
  };
  const write = (name: StepLimitName, text: string, view: ReplayView): void => {
    written.set(name, text);
    redraw();
    if (problemOf(name, text) !== '') return;
    sent = { ...(sent ?? view.limits), [name]: Number(text) };
    const next = sent;
    clearTimeout(timer);
    timer = setTimeout(() => send(next), TYPING_MS);
  };
  const reset = (view: ReplayView, form: Element | null): void => {
    written.clear();
    send(view.usualLimits);
    redraw();
    form?.querySelector('input')?.focus();
  };
  return (view) => {
    const limits = sent ?? view.limits;
    const fields = STEP_LIMITS.map((name) =>
      field(name, written.get(name) ?? String(limits[name]), (text) => write(name, text, view)),
    );
    const onReset = ({ currentTarget }: Event): void =>
      reset(view, (currentTarget as HTMLElement).closest('.limits'));
    return html`<div class="limits">${fields}${changed(view, onReset)}</div>`;
  };
}

function changed(view: ReplayView, onReset: (event: Event) => void): Content {
  const differing = STEP_LIMITS.filter((name) => view.limits[name] !== view.usualLimits[name]);
  if (differing.length === 0) return nothing;
  const yaml = differing.map((name) => `${name}: ${view.limits[name]}`).join(', ');
  return html`<div class="limits-changed"
    ><button type="button" class="button secondary" @click=${onReset}>Reset</button
    ><p class="muted"
      >To keep these limits, add to devs.yaml: <code>${`limits: { ${yaml} }`}</code></p
    ></div
  >`;
}

function field(name: StepLimitName, text: string, onText: (text: string) => void): TemplateResult {
  const { min, max } = LIMIT_SPECS[name];
  const problem = problemOf(name, text);
  const id = `limit-${name}`;
  const hint = `${id}-problem`;
  const onInput = ({ currentTarget }: Event): void => {
    onText((currentTarget as HTMLInputElement).value);
  };
  return html`<div class="limit"
    ><label for=${id}>${capitalise(DETECTOR_WORDS[DETECTOR_OF[name]])}</label
    ><input
      type="number"
      id=${id}
      name=${name}
      min=${min}
      max=${max}
      step="1"
      aria-describedby=${problem === '' ? nothing : hint}
      aria-invalid=${problem === '' ? nothing : 'true'}
      .value=${live(text)}
      @input=${onInput}
    /><div id=${hint}>${paragraph(problem, 'field-problem')}</div></div
  >`;
}

function problemOf(name: StepLimitName, text: string): string {
  const { min, max } = LIMIT_SPECS[name];
  const value = Number(text);
  const fits = Number.isInteger(value) && value >= min && value <= max;
  return fits ? '' : `Enter a whole number from ${min} to ${max.toLocaleString()}.`;
}
