import type { FileProblem, ReplayView } from '../../src/protocol/replay/replayView';
import { countOf } from '../../src/text/count';
import { html, nothing, paragraph, type Content, type TemplateResult } from '../template';
import { describeProblem } from './replayWords';

/** The file problems; the readable rest of the files is shown. Nothing without problems. */
export function problemList({ problems, problemCount }: ReplayView): Content {
  if (problemCount === 0) return nothing;
  const left = problemCount - problems.length;
  return html`<details class="disclosure replay-problems" open>
    <summary>${countOf(problemCount, 'problem')}</summary>
    <ul class="problems"
      >${problems.map(problem)}</ul
    >
    ${paragraph(left > 0 ? `… ${countOf(left, 'more problem')}` : '', 'muted')}
  </details>`;
}

function problem(found: FileProblem): TemplateResult {
  return html`<li title=${found.file}>${describeProblem(found)}</li>`;
}
