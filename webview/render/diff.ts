import type { StepDiff } from '../../src/model/steps/stepLine';
import { countOf } from '../../src/text/count';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { boundedList, type Sections } from './bounded';

/** Maximum number of lines that are shown at first. */
const MAX_LINES = 20;

/** Lines of a diff; what a line begins with also says it to those who see no colours. */
export function diff(
  sections: Sections,
  section: string,
  { path, lines, left }: StepDiff,
): TemplateResult {
  const name = path === '' ? 'Changes' : path;
  const list = (shown: readonly string[]): Content =>
    html`<pre class="diff" role="region" aria-label="Changes of ${name}">
${shown.map(diffLine)}</pre>`;
  const more = left > 0 ? html`<p class="muted">${`… ${countOf(left, 'more line')}`}</p>` : nothing;
  return html`<div class="detail"
    ><p class="detail-label">${name}</p
    >${boundedList(sections, { section, items: lines, noun: 'line', most: MAX_LINES }, list)}${more}</div
  >`;
}

function diffLine(line: string): TemplateResult {
  return html`<span class="diff-line" data-sign=${SIGNS[line.charAt(0)] ?? nothing}
    >${line === '' ? ' ' : line}</span
  >`;
}

const SIGNS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
