import type { StepDiff } from '../../src/model/steps/stepLine';
import type { DetailText } from '../../src/protocol/replay/replayView';
import type { OpenedStep, StepPart } from '../../src/protocol/taskPage/taskPageView';
import { countOf } from '../../src/text/count';
import { linkedText } from '../render/linkedText';
import { html, nothing, type Content, type TemplateResult } from '../template';
import type { Scope } from '../render/context';

/** What the user can do with a step. */
export interface StepActions {
  readonly scope: () => Scope;
  readonly onToggle: (index: number) => void;
  /** Opens a whole text as a document. */
  readonly onFull: (index: number, part: StepPart) => void;
}

/** All of an opened step: the agent's words, the diff of an edit or else the call, and the result. */
export function stepDetails(actions: StepActions, step: OpenedStep): TemplateResult {
  const { diffs, thought, call, result } = step;
  const part = (label: string, name: StepPart, text: DetailText): Content =>
    detail(actions, { label, name, text, step });
  return html`${part('The agent wrote', 'thought', thought)}
  ${diffs.length > 0 ? diffs.map(diff) : part('Call', 'call', call)}
  ${part('Result', 'result', result)}`;
}

interface Detail {
  readonly label: string;
  readonly name: StepPart;
  readonly text: DetailText;
  readonly step: OpenedStep;
}

function detail({ scope, onFull }: StepActions, { label, name, text, step }: Detail): Content {
  if (text.text === '') return nothing;
  const { left } = text;
  const more =
    left > 0
      ? html`<p class="muted"
          >${`… ${countOf(left, 'more character')} · `}<button
            type="button"
            class="link"
            data-action="openStepText"
            @click=${() => onFull(step.index, name)}
            >Open all of it</button
          ></p
        >`
      : nothing;
  const id = `step-${step.index}-${name}`;
  return html`<div class="detail"
    ><p class="detail-label" id=${id}>${label}</p
    ><pre tabindex="0" role="region" aria-labelledby=${id}>${linkedText(scope(), text.text)}</pre
    >${more}</div
  >`;
}

/** Lines of a diff; what a line begins with also says it to those who see no colours. */
function diff({ path, lines, left }: StepDiff): TemplateResult {
  const name = path === '' ? 'Changes' : path;
  const shown = lines.map(
    (line) =>
      html`<span class="diff-line" data-sign=${SIGNS[line.charAt(0)] ?? nothing}>${line} </span>`,
  );
  const more = left > 0 ? html`<p class="muted">${`… ${countOf(left, 'more line')}`}</p>` : nothing;
  return html`<div class="detail"
    ><p class="detail-label">${name}</p
    ><pre class="diff" tabindex="0" role="region" aria-label="Changes of ${name}">${shown}</pre
    >${more}</div
  >`;
}

const SIGNS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
