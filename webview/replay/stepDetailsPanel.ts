import type { DetailText, StepDetails } from '../../src/protocol/replay/replayView';
import { h, setShown, setText, type Part } from '../render/dom';
import { visibleLine, visibleText } from '../../src/text/visibleText';

/** Maximum length of a tool's name, in characters. */
const MAX_TOOL = 200;

const NOTHING: DetailText = { text: '', left: 0 };

/**
 * All of one step: the user message before it, its call, its result, the agent's thought. Takes the focus when it
 * opens.
 */
export interface StepDetailsPanel extends Part<StepDetails> {
  readonly close: () => void;
}

/** Creates the panel, hidden until a step is opened; Escape and its button close it. */
export function createStepDetailsPanel(onClose: () => void): StepDetailsPanel {
  const heading = h('h3', { tabindex: '-1' });
  const close = h('button', { type: 'button', class: 'button secondary' }, 'Close');
  const asked = createText('The user said before');
  const call = createText('Call');
  const result = createText('Result');
  const thought = createText('Thought');
  const element = h(
    'section',
    { class: 'step-details', 'aria-label': 'Step', hidden: '' },
    h('div', { class: 'details-head' }, heading, close),
    asked.element,
    call.element,
    result.element,
    thought.element,
  );
  const shut = (): void => {
    setShown(element, false);
    onClose();
  };
  close.addEventListener('click', shut);
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') shut();
  });
  return {
    element,
    close: () => setShown(element, false),
    update: (step) => {
      const tool = visibleLine(step.tool, MAX_TOOL);
      const failed = step.error === true ? ', failed' : '';
      setText(heading, `Step ${step.number}${tool === '' ? '' : `: ${tool}`}${failed}`);
      asked.update(step.asked ?? NOTHING);
      call.update(step.call);
      result.update(step.result);
      thought.update(step.thought);
      setShown(element, true);
      heading.focus();
    },
  };
}

function createText(label: string): Part<DetailText> {
  const text = h('pre', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': label });
  const cut = h('p', { class: 'muted' });
  const element = h('div', { class: 'detail' }, h('h4', {}, label), text, cut);
  return {
    element,
    update: ({ text: shown, left }) => {
      setText(text, visibleText(shown));
      text.scrollTop = 0;
      setText(cut, `… ${left.toLocaleString()} more characters`);
      setShown(cut, left > 0);
      setShown(element, shown !== '');
    },
  };
}
