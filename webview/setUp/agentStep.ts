import type { AgentChoice, AgentStep } from '../../src/protocol/setUp/setUpView';
import { icon } from '../render/icons';
import { html, nothing, repeat, type Content, type TemplateResult } from '../template';
import { actionButton } from './actionButton';
import type { StepScope } from './context';
import { stepRow } from './step';

/** Which agents were found, and which one works on the tasks. */
export function agentStep(scope: StepScope): TemplateResult {
  const { agent } = scope.view;
  const choices = repeat(
    agent.choices,
    ({ name }) => name,
    (choice) => choiceRow(scope, choice),
  );
  const again = actionButton(scope, {
    label: 'Check again',
    request: { method: 'checkAgain', params: {} },
  });
  const list =
    agent.choices.length === 0
      ? nothing
      : html`<ul class="choices"
          >${choices}</ul
        >`;
  const body = html`${list}${others(agent)}<div class="step-actions">${again}</div>`;
  return stepRow(scope, { id: 'agent', title: '1. Agent', step: agent, body });
}

function choiceRow(scope: StepScope, { name, chosen, found, detail }: AgentChoice): TemplateResult {
  const use = actionButton(scope, {
    label: 'Use',
    name: `Use ${name}`,
    hint: scope.view.obstacle?.hint ?? '',
    request: { method: 'chooseAgent', params: { name } },
  });
  return html`<li class="choice" data-agent=${name}
    ><div class="choice-text"><strong>${name}</strong> <span class="muted">${detail}</span></div
    >${chosen ? defaultMark(found) : use}</li
  >`;
}

/** A tick only where its program is there. */
function defaultMark(found: boolean): TemplateResult {
  return found
    ? html`<span class="chosen">${icon('tick')}Default agent</span>`
    : html`<span class="muted">Default agent</span>`;
}

/** How to get an agent: open where none was found. */
function others({ choices, others: missing }: AgentStep): Content {
  if (missing.length === 0) return nothing;
  const list = html`<ul class="installs"
    >${missing.map(
      ({ name, install }) =>
        html`<li><strong>${name}</strong><code class="command">${install}</code></li>`,
    )}</ul
  >`;
  if (!choices.some(({ found }) => found)) return list;
  return html`<details class="disclosure"
    ><summary>How to install others</summary>${list}</details
  >`;
}
