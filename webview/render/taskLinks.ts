import type { TaskView } from '../../src/protocol/dashboardView';
import { nameLink } from '../../src/model/task/webLink';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { STATUS_WORDS } from '../words';
import { button, sending } from './button';
import type { TaskScope } from './context';
import { intervention } from './taskActions';

/** The link to all changes since before the first turn. */
export function changesLink(scope: TaskScope, { checkpoints }: TaskView): TemplateResult {
  const look = {
    action: 'openChanges',
    label: 'Changes since the start',
    appearance: 'link',
    state: {
      enabled: true,
      hint: 'Compares the files before the first turn with the files now, in the diff editor.',
    },
  } as const;
  const params = { taskId: scope.taskId, from: 0 };
  const link: Content =
    checkpoints.length === 0
      ? nothing
      : button(sending(scope, look, { method: 'openChanges', params }));
  return html`<p class="changes-link">${link}</p>`;
}

/** The links to the worktree of a task and to a pull request of its branch; nothing without either. */
export function workLinks(scope: TaskScope, { worktree, branch }: TaskView): Content {
  const { taskId } = scope;
  const link = (
    method: 'openWorktree' | 'openWorktreeTerminal' | 'createPullRequest',
    label: string,
    hint: string,
  ): TemplateResult => {
    const look = { action: method, label, appearance: 'link' } as const;
    const request = { method, params: { taskId } } as const;
    return button(sending(scope, { ...look, state: { enabled: true, hint } }, request));
  };
  const links = [
    ...(worktree === undefined
      ? []
      : [
          link('openWorktree', 'Open worktree', `Opens ${worktree} in a new window.`),
          link('openWorktreeTerminal', 'Open terminal', `Opens a terminal in ${worktree}.`),
        ]),
    ...(branch === undefined
      ? []
      : branch.pullRequest === undefined
        ? [
            link(
              'createPullRequest',
              'Create pull request',
              `Creates a pull request for the branch ${branch.name}.`,
            ),
          ]
        : [pullRequestLink(branch.pullRequest)]),
  ];
  return links.length === 0 ? nothing : html`<p class="work-links">${links}</p>`;
}

function pullRequestLink(address: string): Content {
  return html`<a class="link" href=${address} title=${address}
    >${`Pull request ${nameLink(address)}`}</a
  >`;
}

/** The links for going back: changes since the start, Rewind and Redo; a task that needs you has buttons for these. */
export function goingBack(scope: TaskScope, task: TaskView): TemplateResult {
  const isQuiet = STATUS_WORDS[task.status].group !== 'needsYou';
  const links = isQuiet
    ? [
        ...intervention(scope, task, { action: 'rewind', label: 'Rewind…', appearance: 'link' }),
        ...intervention(scope, task, { action: 'redo', label: 'Redo…', appearance: 'link' }),
      ]
    : [];
  return html`<div class="going-back">${changesLink(scope, task)}${links.map(button)}</div>`;
}
