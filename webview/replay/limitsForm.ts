import type { ReplayView } from '../../src/protocol/replay/replayView';
import { LIMIT_SPECS } from '../../src/model/config/limits';
import {
  STEP_LIMITS,
  type StepLimitName,
  type StepLimits,
} from '../../src/model/config/stepLimits';
import { DETECTOR_WORDS } from '../../src/reports/hops/describeHop';
import type { StepDetectorName } from '../../src/model/steps/step';
import { freshId, h, setAttribute, setShown, setText, type Part } from '../render/dom';
import { capitalise } from '../../src/text/sentence';

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

/** Creates the form for trying out detector limits; changed ones can be copied to `devs.yaml`. */
export function createLimitsForm(onLimits: (limits: StepLimits) => void): Part<ReplayView> {
  let limits: StepLimits | undefined;
  let usual: StepLimits | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (next: StepLimits): void => {
    limits = next;
    onLimits(next);
  };
  const fields = STEP_LIMITS.map((name) =>
    createField(name, (value) => {
      if (limits === undefined) return;
      limits = { ...limits, [name]: value };
      const next = limits;
      clearTimeout(timer);
      timer = setTimeout(() => send(next), TYPING_MS);
    }),
  );
  const reset = h('button', { type: 'button', class: 'button secondary' }, 'Reset');
  const yaml = h('code');
  const hint = h('p', { class: 'muted' }, 'For devs.yaml: ', yaml);
  const changed = h('div', { class: 'limits-changed' }, reset, hint);
  reset.addEventListener('click', () => {
    clearTimeout(timer);
    if (usual === undefined) return;
    send(usual);
    for (const field of fields) field.update(usual);
    fields[0]?.focus();
  });
  return {
    element: h('div', { class: 'limits' }, ...fields.map(({ element }) => element), changed),
    update: (view) => {
      const known = limits;
      usual = view.usualLimits;
      // The user's input is newer than the host's value.
      if (known === undefined) limits = view.limits;
      for (const field of fields) field.update(limits ?? view.limits);
      const differing = STEP_LIMITS.filter((name) => view.limits[name] !== view.usualLimits[name]);
      setShown(changed, differing.length > 0);
      setText(
        yaml,
        `limits: { ${differing.map((name) => `${name}: ${view.limits[name]}`).join(', ')} }`,
      );
    },
  };
}

interface Field extends Part<StepLimits> {
  readonly focus: () => void;
}

function createField(name: StepLimitName, onValue: (value: number) => void): Field {
  const { min, max } = LIMIT_SPECS[name];
  const hint = h('p', { class: 'field-problem', id: freshId('problem'), hidden: '' });
  const input = h('input', {
    type: 'number',
    id: freshId('limit'),
    name,
    min: String(min),
    max: String(max),
    step: '1',
    'aria-describedby': hint.id,
  });
  const label = h('label', { for: input.id }, capitalise(DETECTOR_WORDS[DETECTOR_OF[name]]));
  const problem = (): string => {
    const value = Number(input.value);
    const fits = Number.isInteger(value) && value >= min && value <= max;
    return fits ? '' : `A whole number from ${min} to ${max.toLocaleString()}.`;
  };
  input.addEventListener('input', () => {
    const wrong = problem();
    setText(hint, wrong);
    setShown(hint, wrong !== '');
    setAttribute(input, 'aria-invalid', wrong === '' ? undefined : 'true');
    if (wrong === '') onValue(Number(input.value));
  });
  return {
    element: h('div', { class: 'limit' }, label, input, hint),
    focus: () => input.focus(),
    update: (limits) => {
      if (document.activeElement === input) return;
      const value = String(limits[name]);
      if (input.value === value) return;
      input.value = value;
      setShown(hint, false);
      setAttribute(input, 'aria-invalid', undefined);
    },
  };
}
