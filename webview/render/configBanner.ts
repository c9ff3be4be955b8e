import { CONFIG_FILE, type ConfigProblem } from '../../src/model/config/config';
import { countOf } from '../../src/text/count';
import { html, nothing, type Content } from '../template';
import { button, sending } from './button';
import type { Scope } from './context';
import { icon } from './icons';
import { inlineCode } from './inlineCode';

/** Above the tasks of the last valid `devs.yaml`: how many problems it has, where the first is, and what opens it. */
export function configBanner(scope: Scope, problems: readonly ConfigProblem[] = []): Content {
  const [first] = problems;
  if (first === undefined) return nothing;
  const line = problems.find(({ source }) => source === CONFIG_FILE)?.line;
  const where = line === undefined ? '' : ` · line ${line}`;
  const fix = sending(
    scope,
    { action: 'fixConfig', label: 'Fix', appearance: 'link', name: 'Fix devs.yaml' },
    { method: 'openConfig', params: line === undefined ? {} : { line } },
  );
  return html`<section class="notice config-banner" aria-label="Problems of devs.yaml"
    >${icon('warning')}<div class="notice-text"
      ><p>${`${describeProblems(problems)}${where} · `}${button(fix)}</p
      ><p class="muted">${inlineCode(first.message)}</p></div
    ></section
  >`;
}

/** "devs.yaml has 2 problems". */
export function describeProblems(problems: readonly ConfigProblem[]): string {
  return `${CONFIG_FILE} has ${countOf(problems.length, 'problem')}`;
}
