import type { DetailText, StepDetails } from '../../src/protocol/replay/replayView';
import { visibleLine } from '../../src/text/visibleText';
import {
  html,
  nothing,
  paragraph,
  preformatted,
  type Content,
  type TemplateResult,
} from '../template';

/** Maximum length of a tool's name, in characters. */
const MAX_TOOL = 200;

/**
 * All of one step: the user message before it, its call, its result, the agent's thought. Escape and its button close
 * it.
 */
export function stepDetailsPanel(step: StepDetails, onClose: () => void): TemplateResult {
  const tool = visibleLine(step.tool, MAX_TOOL);
  const failed = step.error === true ? ', failed' : '';
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onClose();
  };
  return html`<section class="step-details" aria-label="Step" @keydown=${onKey}>
    <div class="details-head"
      ><h3 tabindex="-1">${`Step ${step.number}${tool === '' ? '' : `: ${tool}`}${failed}`}</h3
      ><button type="button" class="button secondary" @click=${onClose}>Close</button></div
    >
    ${detail('The user said before', step.asked)} ${detail('Call', step.call)}
    ${detail('Result', step.result)} ${detail('Thought', step.thought)}
  </section>`;
}

function detail(label: string, shown: DetailText | undefined): Content {
  if (shown === undefined || shown.text === '') return nothing;
  const { text, left } = shown;
  const cut = left > 0 ? `… ${left.toLocaleString()} more characters` : '';
  return html`<div class="detail"
    ><h4>${label}</h4>${preformatted(label, text)}${paragraph(cut, 'muted')}</div
  >`;
}
