import type { PauseView } from '../../src/reports/pause/pauseView';
import { listSome } from '../../src/text/list';
import { capitalise } from '../../src/text/sentence';
import { html, nothing, type Content } from '../template';
import { boundedParagraph } from './bounded';
import type { TaskScope } from './context';
import { inlineCode } from './inlineCode';

/** Maximum number of failing tests named. */
const MAX_TESTS = 3;

/** A paused task's failure: its turns and the best turn. */
export function stuckSection(scope: TaskScope, pause: PauseView): Content {
  const { stuckAt, best } = pause;
  if (stuckAt === undefined && best === undefined) return nothing;
  const facts = factsOf(pause).map((fact) => html`<li>${fact}</li>`);
  const failure =
    stuckAt === undefined
      ? nothing
      : html`<p class="stuck-failure">${capitalise(stuckAt.what)}</p
          >${boundedParagraph(scope, 'stuck-message', { section: `stuck:${scope.taskId}`, text: stuckAt.message.replace(/\n\s*\n/g, '\n') })}`;
  return html`<section class="section stuck"
    ><h4>${stuckAt === undefined ? 'Best turn' : 'Stuck at'}</h4>${failure}<ul class="stuck-facts"
      >${facts}</ul
    ></section
  >`;
}

/** What to do about it. */
export function adviceSection({ advice, adviceTitle }: PauseView): Content {
  if (advice.length === 0) return nothing;
  const items = advice.map((sentence) => html`<li>${inlineCode(sentence)}</li>`);
  return html`<section class="section"
    ><h4>${adviceTitle}</h4
    ><ul class="advice"
      >${items}</ul
    ></section
  >`;
}

function factsOf({ stuckAt, best }: PauseView): readonly string[] {
  const { repetition, testCount = '', tests = [] } = stuckAt ?? {};
  return [
    ...(repetition === undefined ? [] : [`${capitalise(repetition)}.`]),
    ...(testCount === '' ? [] : [`${testCount}: ${listSome(tests, MAX_TESTS)}`]),
    ...(best === undefined ? [] : [`${capitalise(best)}.`]),
  ];
}
