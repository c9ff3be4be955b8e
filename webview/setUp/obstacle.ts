import type { ConfigProblem } from '../../src/model/config/config';
import { describeProblems } from '../render/configBanner';
import { icon } from '../render/icons';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { actionButton } from './actionButton';
import type { StepScope } from './context';
import { problemOf } from './step';

/** What keeps Devs from writing `devs.yaml`, and what to do about it; nothing where it can. */
export function obstacleNotice(scope: StepScope): Content {
  const { obstacle } = scope.view;
  if (obstacle === undefined) return nothing;
  const { kind, problems } = obstacle;
  const body =
    kind === 'missing'
      ? html`<p
            >There is no devs.yaml yet. This file names your agent, the tasks and the command that
            verifies them.</p
          >
          ${actionButton(scope, { label: 'Create devs.yaml', primary: true, request: { method: 'create', params: {} } })}`
      : html`<p
            >${describeProblems(problems)}. Correct it first: until then, Devs does not change the
            file.</p
          >
          <ol class="problems"
            >${problems.map((problem) => problemRow(scope, problem))}</ol
          >`;
  return html`<section class="notice obstacle" aria-label="Problems of devs.yaml"
    >${icon('warning')}<div class="notice-text">${body}${problemOf(scope.sender)}</div></section
  >`;
}

function problemRow(
  { sender }: StepScope,
  { source, line, message }: ConfigProblem,
): TemplateResult {
  if (line === undefined) return html`<li>${source}: ${message}</li>`;
  const place = `${source}:${line}`;
  const open = (): void => sender.send(place, { method: 'openConfig', params: { line } });
  return html`<li
    ><button type="button" class="link" @click=${open}>${place}</button> ${message}</li
  >`;
}
