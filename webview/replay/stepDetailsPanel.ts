import type { DetailText, StepDetails } from '../../src/protocol/replay/replayView';
import { visibleLine } from '../../src/text/visibleText';
import { preformatted, type Sections } from '../render/bounded';
import { html, nothing, paragraph, type Content, type TemplateResult } from '../template';

/** Maximum length of a tool's name, in characters. */
const MAX_TOOL = 200;

/**
 * All of one step: the user message before it, its call, its result, the agent's thought. Escape and its button close
 * it.
 */
export function stepDetailsPanel(
  sections: Sections,
  step: StepDetails,
  onClose: () => void,
): TemplateResult {
  const tool = visibleLine(step.tool, MAX_TOOL);
  const failed = step.error === true ? ', failed' : '';
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onClose();
  };
  const part = (label: string, shown: DetailText | undefined): Content =>
    detail(sections, { label, section: `step-${step.number}-${label}`, shown });
  return html`<section class="step-details" aria-label="Step" @keydown=${onKey}>
    <div class="details-head"
      ><h3 tabindex="-1">${`Step ${step.number}${tool === '' ? '' : `: ${tool}`}${failed}`}</h3
      ><button type="button" class="button secondary" @click=${onClose}>Close</button></div
    >
    ${part('The user said before', step.asked)} ${part('Call', step.call)}
    ${part('Result', step.result)} ${part('Thought', step.thought)}
  </section>`;
}

interface Detail {
  readonly label: string;
  readonly section: string;
  readonly shown: DetailText | undefined;
}

function detail(sections: Sections, { label, section, shown }: Detail): Content {
  if (shown === undefined || shown.text === '') return nothing;
  const { text, left } = shown;
  const cut = left > 0 ? `… ${left.toLocaleString()} more characters` : '';
  return html`<div class="detail"
    ><h4>${label}</h4
    >${preformatted(sections, { section, label, text })}${paragraph(cut, 'muted')}</div
  >`;
}
