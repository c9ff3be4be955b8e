import type { DoubtfulPassView } from '../../src/reports/pause/doubtfulPass';
import { listSome } from '../../src/text/list';
import { capitalise } from '../../src/text/sentence';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { boundedList } from './bounded';
import type { TaskScope } from './context';
import { disclosure } from './disclosure';

const MAX_NAMED = 4;

/** Why a pass is doubtful: its facts, and how the tests changed. */
export function doubtfulPass(scope: TaskScope, pass: DoubtfulPassView | undefined): Content {
  if (pass === undefined) return nothing;
  const facts = pass.facts.map(
    ({ label, items }) => html`<li>${`${capitalise(label)}: ${listSome(items, MAX_NAMED)}`}</li>`,
  );
  const label = 'How the tests changed';
  const section = `allOfDiff:${scope.taskId}`;
  const diff = (): Content =>
    boundedList(
      scope,
      { section, items: pass.diff.split(/^/m), noun: 'line' },
      (lines) =>
        html`<pre class="output diff" role="region" aria-label=${label}>
${lines.map(diffLine)}</pre>`,
    );
  const changes =
    pass.diff === ''
      ? nothing
      : disclosure(scope, { section: `testDiff:${scope.taskId}`, label }, diff);
  return html`<section class="section"
    ><h4>Why the pass is doubtful</h4
    ><ul class="stuck-facts"
      >${facts}</ul
    >${changes}</section
  >`;
}

function diffLine(line: string): TemplateResult {
  const kind = /^(?:\+\+\+|---|@@)/.test(line) ? 'head' : (KINDS.get(line.charAt(0)) ?? 'same');
  return html`<span class="diff-${kind}">${line}</span>`;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['+', 'added'],
  ['-', 'removed'],
]);
