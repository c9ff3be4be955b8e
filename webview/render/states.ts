import type { ConfigProblem } from '../../src/model/config/config';
import type { DashboardView } from '../../src/protocol/dashboardView';
import type { Method, Params } from '../../src/protocol/messages';
import { createAlert } from './alert';
import { createButton } from './button';
import type { Context } from './context';
import { h, type Child } from './dom';
import { icon, type IconName } from './icons';
import { send } from './request';

type Kind = Exclude<DashboardView, { kind: 'ready' }>;
type Action = Exclude<Method, 'ready'>;

interface Message {
  readonly icon: IconName;
  readonly title: string;
  readonly body: readonly Child[];
  /** The suggested action. */
  readonly next?: NextStep<Action>;
}

interface NextStep<M extends Action> {
  readonly method: M;
  readonly params: Params<M>;
  readonly label: string;
}

/** Creates the page without tasks: the state, and the suggested action. */
export function drawState(context: Context, view: Kind): HTMLElement {
  const message = messageOf(context, view);
  const element = h(
    'section',
    { class: 'state', 'data-state': view.kind },
    h('span', { class: 'state-icon' }, icon(message.icon)),
    h('h2', {}, message.title),
    ...message.body,
  );
  const { next } = message;
  if (next !== undefined) element.append(...createNext(context, next));
  return element;
}

function createNext(context: Context, next: NextStep<Action>): readonly HTMLElement[] {
  const { method, params, label } = next;
  const button = createButton({ action: method, label, appearance: 'primary' });
  const alert = createAlert(() => button.element.focus());
  button.onPress(() => send(context, { method, params, button, alert }));
  return [h('div', { class: 'actions' }, button.element), alert.element];
}

function messageOf(context: Context, view: Kind): Message {
  switch (view.kind) {
    case 'noFolder':
      return {
        icon: 'folder',
        title: 'No folder is open',
        body: [h('p', {}, 'Devs runs coding agents on the tasks of a folder. Open one to begin.')],
        next: { method: 'openFolder', params: {}, label: 'Open folder' },
      };
    case 'untrusted':
      return {
        icon: 'shield',
        title: 'This workspace is not trusted',
        body: [
          h(
            'p',
            {},
            'Devs starts agents and commands that devs.yaml names, so nothing runs until you trust this workspace.',
          ),
        ],
        next: { method: 'manageTrust', params: {}, label: 'Manage workspace trust' },
      };
    case 'empty':
      return {
        icon: 'file',
        title: 'No tasks yet',
        body: [
          h(
            'p',
            {},
            `There is no devs.yaml in ${view.folder}. Create one: it names your agent, the command that verifies its work, and the tasks.`,
          ),
          h('p', { class: 'muted' }, 'In a terminal: ', h('code', {}, 'devs init')),
        ],
        next: { method: 'init', params: {}, label: 'Create devs.yaml' },
      };
    case 'invalid':
      return {
        icon: 'warning',
        title: `devs.yaml needs a correction`,
        body: [
          h('p', {}, 'Nothing runs until it is fixed. The tasks reappear as soon as you save.'),
          createProblems(context, view.problems),
        ],
        next: { method: 'openConfig', params: firstLine(view.problems), label: 'Open devs.yaml' },
      };
    case 'broken':
      return {
        icon: 'warning',
        title: 'The saved state cannot be read',
        body: [h('p', { class: 'message' }, view.message), createTryAgain(context)],
      };
    default:
      return view satisfies never;
  }
}

function firstLine(problems: readonly ConfigProblem[]): Params<'openConfig'> {
  const line = problems.find((problem) => problem.source === 'devs.yaml')?.line;
  return line === undefined ? {} : { line };
}

function createProblems(context: Context, problems: readonly ConfigProblem[]): HTMLElement {
  const alert = createAlert(() => undefined);
  const items = problems.map((problem) => {
    const { line } = problem;
    if (line === undefined) {
      return h('li', {}, h('code', {}, problem.source), h('p', {}, problem.message));
    }
    const link = h('button', { type: 'button', class: 'link', 'data-line': String(line) });
    link.textContent = `${problem.source}:${line}`;
    link.addEventListener('click', () => {
      context.host.request('openConfig', { line }).catch((error: unknown) => {
        alert.show(error instanceof Error ? error.message : String(error));
      });
    });
    return h('li', {}, link, h('p', {}, problem.message));
  });
  return h(
    'div',
    {},
    h('ol', { class: 'problems', 'aria-label': 'Problems' }, ...items),
    alert.element,
  );
}

function createTryAgain(context: Context): HTMLElement {
  const button = createButton({ action: 'refresh', label: 'Try again', appearance: 'primary' });
  const alert = createAlert(() => button.element.focus());
  button.onPress(() => {
    context.host.refresh().catch((error: unknown) => {
      alert.show(error instanceof Error ? error.message : String(error));
    });
  });
  return h('div', {}, h('div', { class: 'actions' }, button.element), alert.element);
}
