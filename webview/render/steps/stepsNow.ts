import type { TaskView } from '../../../src/protocol/dashboardView';
import { isWaiting } from '../../../src/model/overview/overview';
import type { StepVerdict } from '../../../src/model/steps/step';
import { describeNow, describeSuspicion } from '../../stepPicture';
import { visibleLine } from '../../../src/text/visibleText';
import type { Context } from '../context';
import { h, setAttribute, setShown, setText, type Part } from '../dom';
import { createGauge } from '../entropyMeter';
import { icon } from '../icons';
import { nameNumbers } from '../../../src/text/list';
import { countOf } from '../../../src/text/count';

/** Maximum length of a sentence about a suspicion, in characters. */
const MAX_MESSAGE = 300;

/** Current activity of a task's agent, and a suspected loop in its steps. */
export interface StepsNow extends Part<TaskView> {
  /** Stops its clock. */
  stop(): void;
}

/** Creates the current step with its running time, and a suspicion as a meter. Hidden without steps. */
export function createStepsNow(context: Context): StepsNow {
  const at = h('span', { class: 'step-at' });
  const call = h('span', { class: 'step-call' });
  const line = h(
    'button',
    { type: 'button', class: 'step-now', 'aria-expanded': 'false' },
    at,
    ' ',
    call,
  );
  line.addEventListener('click', () => {
    setAttribute(line, 'aria-expanded', String(line.getAttribute('aria-expanded') !== 'true'));
  });
  const clock = context.ticker.create();
  const count = h('span', { class: 'step-count' });
  const facts = h('p', { class: 'step-facts' }, clock.element, count);
  const suspicion = createSuspicion();
  const element = h(
    'div',
    { class: 'steps-now', role: 'group', 'aria-label': 'What its agent does' },
    line,
    facts,
    suspicion.element,
  );
  return {
    element,
    stop: () => clock.since(undefined),
    update: (task) => {
      const steps = isWaiting(task) || task.status !== 'in_progress' ? undefined : task.steps;
      setShown(element, steps !== undefined);
      if (steps === undefined) {
        clock.since(undefined);
        return;
      }
      const now = describeNow(steps);
      setText(at, now.at);
      setShown(at, now.at !== '');
      setText(call, now.call);
      const isIdle = steps.current === undefined || steps.notice !== undefined;
      setAttribute(line, 'data-idle', isIdle ? 'true' : undefined);
      clock.since(steps.notice === undefined ? steps.current?.startedAt : undefined);
      setText(count, `${countOf(steps.count, 'step')} done`);
      setShown(suspicion.element, steps.suspicion !== undefined);
      if (steps.suspicion !== undefined)
        suspicion.update({ title: task.title, verdict: steps.suspicion });
    },
  };
}

interface Suspicion {
  readonly title: string;
  readonly verdict: StepVerdict;
}

function createSuspicion(): Part<Suspicion> {
  const kind = h('p', { class: 'loop-kind' });
  const gauge = createGauge('', 'suspicion');
  const proof = h('span', { class: 'muted' });
  const message = h('p', { class: 'loop-message' });
  const element = h(
    'div',
    { class: 'loop-note step-suspicion', role: 'group', 'aria-label': 'Suspicion' },
    icon('retry'),
    h('div', {}, kind, h('p', { class: 'suspicion-line' }, gauge.element, ' ', proof), message),
  );
  return {
    element,
    update: ({ title, verdict }) => {
      const { count, limit } = verdict;
      setAttribute(element, 'data-level', verdict.level);
      setText(kind, describeSuspicion(verdict));
      gauge.update({ value: count, max: limit });
      const named = nameNumbers('step', verdict.evidence);
      gauge.describe(`Suspicion in ${title}`, `${count} of ${limit}, ${named}`);
      setText(proof, named);
      setText(message, visibleLine(verdict.message, MAX_MESSAGE));
      setShown(message, message.textContent !== '');
    },
  };
}
