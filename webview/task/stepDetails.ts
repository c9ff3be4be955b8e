import type { DetailText } from '../../src/protocol/replay/replayView';
import type { OpenedStep, StepPart } from '../../src/protocol/taskPage/taskPageView';
import { countOf } from '../../src/text/count';
import { boundedText, type Sections } from '../render/bounded';
import { diff } from '../render/diff';
import { linkedText } from '../render/linkedText';
import { html, nothing, type Content, type TemplateResult } from '../template';
import type { Scope } from '../render/context';

/** Maximum number of lines of a text that are shown at first. */
const MAX_LINES = 20;

/** What the user can do with a step. */
export interface StepActions {
  readonly scope: () => Scope;
  /** The long texts of the opened turn that are shown as a whole. */
  readonly sections: () => Sections;
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
  ${diffs.length > 0 ? diffs.map((each, at) => diff(actions.sections(), `diff-${step.index}-${at}`, each)) : part('Call', 'call', call)}
  ${part('Result', 'result', result)}`;
}

interface Detail {
  readonly label: string;
  readonly name: StepPart;
  readonly text: DetailText;
  readonly step: OpenedStep;
}

function detail(
  { scope, sections, onFull }: StepActions,
  { label, name, text, step }: Detail,
): Content {
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
            >Open the whole text</button
          ></p
        >`
      : nothing;
  const id = `step-${step.index}-${name}`;
  return html`<div class="detail"
    ><p class="detail-label" id=${id}>${label}</p
    >${boundedText(sections(), { section: id, text: text.text, most: MAX_LINES }, (shown) => html`<pre role="region" aria-labelledby=${id}>${linkedText(scope(), shown)}</pre>`)}${more}</div
  >`;
}
