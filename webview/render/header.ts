import type { DashboardView } from '../../src/protocol/dashboardView';
import { describeUse, RUN_WORDS, STATUS_WORDS } from '../words';
import { createAddTaskForm } from './addTaskForm';
import { createAlert } from './alert';
import { createButton, type ActionButton } from './button';
import type { Context } from './context';
import { h, setAttribute, setShown, setText, type Part } from './dom';
import { RUN_ICONS, setIcon } from './icons';
import { send } from './request';
import { createRunReportLinks } from './runReportLinks';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

/** The header, with access to its form. */
export interface Header extends Part<Ready> {
  readonly addTask: () => void;
}

/**
 * Creates the header with the run state and the controls for all tasks: Run, Pause, Cancel now, Metrics, Add task,
 * devs.yaml.
 */
export function createHeader(context: Context, figures: ActionButton): Header {
  const state = createRunState();
  const alert = createAlert(() =>
    state.element.parentElement?.querySelector<HTMLElement>('vscode-button:not([hidden])')?.focus(),
  );
  const run = createButton({ action: 'run', label: 'Run', appearance: 'primary', icon: 'play' });
  const pause = createButton({
    action: 'pause',
    label: 'Pause',
    appearance: 'secondary',
    icon: 'pause',
  });
  const cancel = createButton({ action: 'cancel', label: 'Cancel now', appearance: 'secondary' });
  const add = createButton({ action: 'addTask', label: 'Add task', icon: 'add' });
  const open = createButton({ action: 'openConfig', label: 'Open devs.yaml', icon: 'file' });
  const form = createAddTaskForm(context, add);

  run.onPress(() => send(context, { method: 'run', params: {}, button: run, alert }));
  pause.onPress(() =>
    send(context, { method: 'pause', params: { now: false }, button: pause, alert }),
  );
  cancel.onPress(() =>
    send(context, { method: 'pause', params: { now: true }, button: cancel, alert }),
  );
  open.onPress(() => send(context, { method: 'openConfig', params: {}, button: open, alert }));
  add.onPress(form.toggle);
  for (const button of [run, pause, cancel, add]) button.onRefused(context.announcer.show);

  const holder = createHolder();
  const summary = h('p', { class: 'summary' });
  const report = createRunReportLinks(context, alert);
  const buttons = h('div', { class: 'run-actions' }, run.element, pause.element, cancel.element);
  const tools = h('div', { class: 'tools' }, figures.element, add.element, open.element);
  return {
    element: h(
      'header',
      { class: 'header' },
      h('div', { class: 'header-row' }, state.element, buttons),
      holder.element,
      h('div', { class: 'header-row' }, summary, tools),
      report.element,
      alert.element,
      form.element,
    ),
    addTask: form.toggle,
    update: (view) => {
      state.update(view);
      holder.update(view);
      setText(summary, summarise(view));
      report.update(view);
      const pausable = view.actions.pause.enabled;
      setShown(run.element, !pausable);
      setShown(pause.element, pausable);
      setShown(cancel.element, pausable);
      run.setState(view.actions.run);
      pause.setState(view.actions.pause);
      cancel.setState({ enabled: true, hint: 'Ends the running turn at once.' });
      add.setState(view.actions.addTask);
    },
  };
}

function createRunState(): Part<Ready> {
  const picture = h('span', { class: 'status-icon' });
  const word = h('span', { class: 'run-word' });
  const element = h('p', { class: 'run-state' }, picture, word);
  return {
    element,
    update: (view) => {
      setAttribute(element, 'data-run', view.run);
      setIcon(picture, RUN_ICONS[view.run]);
      setText(word, RUN_WORDS[view.run]);
    },
  };
}

/** Shows "Running in a terminal (pid 1234) since 22:31" if the lease holder is not this window. */
function createHolder(): Part<Ready> {
  const element = h('p', { class: 'holder' });
  return {
    element,
    update: ({ otherHolder, run }) => {
      setShown(element, otherHolder !== undefined);
      if (otherHolder === undefined) return;
      setText(element, describeUse(otherHolder, run));
      setAttribute(element, 'title', `${otherHolder.host}, ${otherHolder.since}`);
    },
  };
}

function summarise({ tasks }: Ready): string {
  if (tasks.length === 0) return 'No tasks yet';
  const count = (group: string): number =>
    tasks.filter((task) => STATUS_WORDS[task.status].group === group).length;
  const waiting = count('needsYou');
  const finished = `${count('finished').toLocaleString()} of ${tasks.length.toLocaleString()} finished`;
  if (waiting === 0) return finished;
  return `${finished} · ${waiting} ${waiting === 1 ? 'needs' : 'need'} you`;
}
