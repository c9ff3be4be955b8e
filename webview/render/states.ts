import type { ConfigProblem } from '../../src/model/config/config';
import type { DashboardView } from '../../src/protocol/dashboardView';
import type { Method, Params } from '../../src/protocol/messages';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { alert } from './alert';
import { button, sending } from './button';
import type { Scope } from './context';
import { icon, type IconName } from './icons';
import { messageOf } from './sender';
import { inlineCode } from './inlineCode';

/** A view without tasks. */
export type OtherView = Exclude<DashboardView, { kind: 'ready' }>;
type Action = Exclude<Method, 'ready'>;

interface Message {
  readonly icon: IconName;
  readonly title: string;
  readonly body: Content;
  /** The suggested action. */
  readonly next?: NextStep<Action>;
  /** Another one. */
  readonly other?: NextStep<Action>;
}

interface NextStep<M extends Action> {
  readonly method: M;
  readonly params: Params<M>;
  readonly label: string;
}

/** The page without tasks: the state, and the suggested action. */
export function statePage(scope: Scope, view: OtherView): TemplateResult {
  const { icon: picture, title, body, next, other } = messageOfState(scope, view);
  return html`<section class="state" data-state=${view.kind}>
    <span class="state-icon">${icon(picture)}</span>
    <h2>${title}</h2>
    ${body} ${next === undefined ? nothing : nextSteps(scope, next, other)} ${alert(scope.sender)}
  </section>`;
}

/** Title of a state, for screen readers. */
export function titleOfState(scope: Scope, view: OtherView): string {
  return messageOfState(scope, view).title;
}

function nextSteps(scope: Scope, next: NextStep<Action>, other?: NextStep<Action>): TemplateResult {
  const second = other === undefined ? nothing : nextStep(scope, other, 'secondary');
  return html`<div class="actions">${nextStep(scope, next, 'primary')}${second}</div>`;
}

function nextStep(
  scope: Scope,
  { method, params, label }: NextStep<Action>,
  appearance: 'primary' | 'secondary',
): TemplateResult {
  return button(sending(scope, { action: method, label, appearance }, { method, params }));
}

const TRY_DEMO = { method: 'tryDemo', params: {}, label: 'Try the demo' } as const;

function messageOfState(scope: Scope, view: OtherView): Message {
  switch (view.kind) {
    case 'noFolder':
      return {
        icon: 'folder',
        title: 'No folder is open',
        body: html`<p
          >Devs runs coding agents on the tasks of a folder. Open a folder to begin.</p
        >`,
        next: { method: 'openFolder', params: {}, label: 'Open folder' },
        other: TRY_DEMO,
      };
    case 'untrusted':
      return {
        icon: 'shield',
        title: 'This workspace is not trusted',
        body: html`<p
          >Devs starts agents and commands that devs.yaml names, so nothing runs until you trust
          this workspace.</p
        >`,
        next: { method: 'manageTrust', params: {}, label: 'Manage workspace trust' },
      };
    case 'empty':
      return {
        icon: 'file',
        title: 'No tasks yet',
        body: html`<p
            >There is no devs.yaml in ${view.folder}. Create this file: it names your agent, the
            command that verifies its work, and the tasks.</p
          >
          <p class="muted">In a terminal: <code>devs init</code></p>
          ${view.sessions === undefined ? guardHint(scope) : nothing}`,
        next: { method: 'init', params: {}, label: 'Create devs.yaml' },
        other: TRY_DEMO,
      };
    case 'invalid':
      return {
        icon: 'warning',
        title: `devs.yaml needs a correction`,
        body: html`<p
            >Nothing runs until the file is valid. The tasks reappear as soon as you save it.</p
          >
          <ol class="problems" aria-label="Problems"
            >${view.problems.map((each) => problem(scope, each))}</ol
          >`,
        next: { method: 'openConfig', params: firstLine(view.problems), label: 'Open devs.yaml' },
      };
    case 'worktree':
      return {
        icon: 'folder',
        title: `The worktree of ${view.taskId}`,
        body: html`<p
            >${view.folder} is the worktree of the task ${view.taskId}. You can look at its files
            here and run them. To run the task with Devs, open its workspace.</p
          >
          ${view.workspaceDir === undefined ? nothing : html`<p class="muted"><code>${view.workspaceDir}</code></p>`}`,
        ...(view.workspaceDir !== undefined && {
          next: { method: 'openOwner', params: {}, label: 'Open the workspace' },
        }),
      };
    case 'broken':
      return {
        icon: 'warning',
        title: 'Devs cannot read its saved state',
        body: html`<p class="message">${inlineCode(view.message)}</p>${tryAgain(scope)}`,
      };
    default:
      return view satisfies never;
  }
}

/** For whoever only wants their own sessions watched. */
function guardHint(scope: Scope): TemplateResult {
  const look = { action: 'guardAgents', label: 'Guard my agents…', appearance: 'link' } as const;
  return html`<p class="muted"
    >Or keep working in your agent's own program: Devs can watch its sessions for loops.
    ${button(sending(scope, look, { method: 'guardAgents', params: {} }))}</p
  >`;
}

function firstLine(problems: readonly ConfigProblem[]): Params<'openConfig'> {
  const line = problems.find(({ source }) => source === 'devs.yaml')?.line;
  return line === undefined ? {} : { line };
}

function problem({ sender }: Scope, { source, line, message }: ConfigProblem): TemplateResult {
  if (line === undefined) return html`<li><code>${source}</code><p>${inlineCode(message)}</p></li>`;
  const open = (): void => {
    sender.send('openConfig', { method: 'openConfig', params: { line } });
  };
  return html`<li
    ><button type="button" class="link" data-line=${line} @click=${open}
      >${`${source}:${line}`}</button
    ><p>${inlineCode(message)}</p></li
  >`;
}

function tryAgain({ host, sender }: Scope): TemplateResult {
  const again = (): void => {
    host.refresh().catch((error: unknown) => sender.complain(messageOf(error)));
  };
  return html`<div class="actions"
    >${button({ action: 'refresh', label: 'Try again', appearance: 'primary', onPress: again })}</div
  >`;
}
