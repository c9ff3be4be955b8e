import type { SetUpRequests } from '../../src/protocol/setUp/setUpMessages';
import type { SetUpView } from '../../src/protocol/setUp/setUpView';
import { createAnnouncer } from '../render/announcer';
import { passingSections } from '../render/bounded';
import { createRedraw } from '../render/redraw';
import { createSender, messageOf } from '../render/sender';
import { html, nothing, render, type TemplateResult } from '../template';
import { actionButton } from './actionButton';
import { agentStep } from './agentStep';
import type { StepScope } from './context';
import { obstacleNotice } from './obstacle';
import type { SetUpConnection } from './setUpConnection';
import type { SetUpState } from './setUpState';
import { problemOf } from './step';
import { taskStep } from './taskStep';
import { verifyStep } from './verifyStep';

export interface SetUpPageOptions {
  /** Where it is drawn. */
  readonly place: HTMLElement;
  readonly host: Pick<SetUpConnection, 'request'>;
  readonly state: SetUpState;
  readonly save: (state: SetUpState) => void;
}

/** The whole page, which also shows otherwise unreported errors. */
export interface SetUpPage {
  readonly update: (view: SetUpView) => void;
  readonly complain: (error: unknown) => void;
}

/** Creates the set-up page: an agent, a verification that runs, a first task, and the run. */
export function createSetUpPage({ place, host, save, ...options }: SetUpPageOptions): SetUpPage {
  const announcer = createAnnouncer();
  const complain = (error: unknown): void => announcer.show(messageOf(error));
  let state = options.state;
  let shown: SetUpView | undefined;
  const redraw = createRedraw(
    () => place,
    () => void render(page(), place),
  );
  const texts = passingSections(redraw);
  const newSender = () => createSender<SetUpRequests>({ host, announcer }, redraw);
  const senders = {
    file: newSender(),
    agent: newSender(),
    verify: newSender(),
    task: newSender(),
    run: newSender(),
  };
  const keep = (change: Partial<SetUpState>): void => {
    state = { ...state, ...change };
    save(state);
    redraw();
  };
  const content = (view: SetUpView): TemplateResult => {
    const scope = (part: keyof typeof senders): StepScope => ({
      ...{ view, state, keep, texts },
      sender: senders[part],
    });
    return html`<h1>Set up Devs in ${view.folder}</h1>
      ${obstacleNotice(scope('file'))}
      <ol class="steps"
        >${agentStep(scope('agent'))}${verifyStep(scope('verify'))}${taskStep(scope('task'))}</ol
      >
      ${runBar(scope('run'))}`;
  };
  const page = (): TemplateResult =>
    html`<main class="set-up"
      >${shown === undefined ? nothing : content(shown)}${announcer.element}</main
    >`;
  redraw();
  return {
    complain,
    update: (view) => {
      const news = shown && newsOf(shown, view);
      shown = view;
      redraw();
      if (news !== undefined) announcer.say(news);
    },
  };
}

function runBar(scope: StepScope): TemplateResult {
  const { run } = scope.view;
  const start =
    run.decides === true
      ? actionButton(scope, {
          ...{ label: 'Open dashboard', primary: true },
          request: { method: 'decide', params: {} },
        })
      : actionButton(scope, {
          ...{ label: 'Run', primary: run.enabled, hint: run.hint },
          request: { method: 'run', params: {} },
        });
  const open = actionButton(scope, {
    label: 'Open devs.yaml',
    request: { method: 'openConfig', params: {} },
  });
  return html`<section class="run-bar" aria-label="Run">
    <div class="step-actions"
      >${start}${scope.view.obstacle?.kind === 'missing' ? nothing : open}</div
    >
    <p class="muted">${run.enabled ? 'The dashboard opens, and the agent begins.' : run.hint}</p>
    ${problemOf(scope.sender)}
  </section>`;
}

/** What a screen reader is told of a change: the end of a trial, else what a step says now. */
function newsOf(before: SetUpView, now: SetUpView): string | undefined {
  const { trial } = now.verify;
  const ended = before.verify.trial?.state === 'running' && trial?.state !== 'running';
  if (ended) return trial?.message;
  const steps = ['agent', 'verify', 'task'] as const;
  const changed = steps.find((step) => now[step].says !== before[step].says);
  return changed === undefined ? undefined : now[changed].says;
}
