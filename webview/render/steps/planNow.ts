import type { PlanEntry } from '../../../src/model/steps/plan';
import { html, nothing, type Content, type TemplateResult } from '../../template';
import { boundedList } from '../bounded';
import type { TaskScope } from '../context';
import { icon, type IconName } from '../icons';

/** Maximum number of entries that are shown at first. */
const MAX_ENTRIES = 5;

const LOOKS: ReadonlyMap<string, { readonly icon: IconName; readonly word: string }> = new Map([
  ['completed', { icon: 'tick', word: 'done' }],
  ['in_progress', { icon: 'play', word: 'in progress' }],
]);
const OPEN = { icon: 'ringSmall', word: 'open' } as const;

/** What the agent of a running turn means to do, and how far it is; nothing without a plan. */
export function planNow(scope: TaskScope, plan: readonly PlanEntry[] = []): Content {
  if (plan.length === 0) return nothing;
  const done = plan.filter(({ status }) => status === 'completed').length;
  // What is done is of least interest.
  const view = {
    ...{ section: `plan:${scope.taskId}`, items: plan, noun: 'item', most: MAX_ENTRIES },
    ...(done > plan.length / 2 && { from: 'end' as const }),
    keep: ({ status }: PlanEntry) => status === 'in_progress',
  };
  return html`<div class="plan" role="group" aria-label="Plan of the agent"
    ><p class="plan-head">Plan <span class="muted">${`${done} of ${plan.length}`}</span></p
    >${boundedList(
      scope,
      view,
      (shown) =>
        html`<ol
          >${shown.map(entry)}</ol
        >`,
    )}</div
  >`;
}

function entry({ text, status }: PlanEntry): TemplateResult {
  const look = LOOKS.get(status) ?? OPEN;
  return html`<li data-plan=${look.word}
    ><span class="plan-sign">${icon(look.icon)}</span
    ><span>${text}<span class="sr-only">, ${look.word}</span></span></li
  >`;
}
