import { isTaskView, type DashboardView } from '../../src/protocol/dashboardView';
import { html, nothing, type Content, type TemplateResult } from '../template';
import { isAsleep } from '../../src/model/overview/overview';
import { isRunActive } from '../../src/model/overview/runActivity';
import { ACTIVITY_WORDS } from '../../src/reports/run/activityWords';
import { summariseTasks } from '../../src/reports/task/summariseTasks';
import { describeUse, groupOf } from '../words';
import type { AddFormScope } from './addSeveral';
import { addTaskPanel, toggleAddTask } from './addTaskPanel';
import { alert } from './alert';
import { clockSince } from './clock';
import { button, buttons, sending, type ButtonLook, type ButtonView } from './button';
import type { Scope } from './context';
import { icon, RUN_ICONS } from './icons';

type Ready = Extract<DashboardView, { kind: 'ready' }>;

export interface HeaderView {
  readonly view: Ready;
  readonly figures: ButtonView;
  /** The form for a new task has requests of its own. */
  readonly form: AddFormScope;
}

/** The run state and the controls for all tasks: Run, Pause, Cancel now, Metrics, Add task, devs.yaml. */
export function header(scope: Scope, { view, figures, form }: HeaderView): TemplateResult {
  const { announcer, state } = scope;
  const add: ButtonView = {
    action: 'addTask',
    label: 'Add task',
    icon: 'add',
    state: view.actions.addTask,
    expanded: state.current.addTask.open,
    onPress: () => toggleAddTask(form),
    onRefused: announcer.show,
  };
  const open = sending(
    scope,
    { action: 'openConfig', label: 'Open devs.yaml', icon: 'file' },
    { method: 'openConfig', params: {} },
  );
  return html`<header class="header">
    <div class="header-row"
      ><p class="run-state" data-run=${view.run}
        ><span class="status-icon">${icon(isWaitingRun(view) ? 'clock' : RUN_ICONS[view.run])}</span
        ><span class="run-word"
          >${isWaitingRun(view) ? 'Waiting' : ACTIVITY_WORDS[view.run]}</span
        ></p
      ><div class="run-actions">${buttons(runButtons(scope, view))}</div></div
    >
    ${holder(view)} ${progressLine(view)}
    <div class="header-row"
      ><p class="summary">${summarise(view)}</p
      ><div class="tools">${buttons([figures, add, open])}</div></div
    >
    ${view.runReport === undefined ? nothing : runReportLinks(scope)} ${alert(scope.sender)}
    ${addTaskPanel(form, view)}
  </header>`;
}

/** Whether its run sleeps until a task's time: the card of that task says until when. */
function isWaitingRun({ run, tasks }: Ready): boolean {
  const works = tasks.some(({ status }) => status === 'in_progress');
  return run === 'RUNNING' && !works && isAsleep(tasks.filter(isTaskView));
}

function runButtons(scope: Scope, { actions, run }: Ready): readonly ButtonView[] {
  if (isRunActive(run)) return stopButtons(scope, actions);
  const look = { action: 'run', label: 'Run', appearance: 'primary', icon: 'play' } as const;
  return [sending(scope, { ...look, state: actions.run }, { method: 'run', params: {} })];
}

/** The buttons of an active run: Pause, or Keep going while it stops, and Cancel now. */
export function stopButtons(
  scope: Scope,
  actions: Pick<Ready['actions'], 'pause' | 'keepGoing'>,
): readonly ButtonView[] {
  const pause = (now: boolean, look: ButtonLook): ButtonView =>
    sending(scope, look, { method: 'pause', params: { now } });
  const cancel = { enabled: true, hint: 'Stops the run at once and interrupts the current turn.' };
  const keepGoing = actions.keepGoing && {
    ...({ action: 'keepGoing', label: 'Keep going', appearance: 'secondary' } as const),
    ...({ icon: 'play', state: actions.keepGoing } as const),
  };
  const stop = {
    ...({ action: 'pause', label: 'Pause', appearance: 'secondary' } as const),
    ...({ icon: 'pause', state: actions.pause } as const),
  };
  return [
    keepGoing === undefined
      ? pause(false, stop)
      : sending(scope, keepGoing, { method: 'keepGoing', params: {} }),
    pause(true, { action: 'cancel', label: 'Cancel now', appearance: 'secondary', state: cancel }),
  ];
}

/** "Running in a terminal since 22:31" if the lease holder is not this window. */
function holder({ otherHolder, run }: Ready): Content {
  if (otherHolder === undefined) return nothing;
  const title = `${otherHolder.host}, ${otherHolder.since}`;
  return html`<p class="holder" title=${title}>${describeUse(otherHolder, run)}</p>`;
}

/** "Task 3 of 12 · turn 2 · 4 min", or "3 of 12 tasks at work · 4 min", with a bar of the tasks that ended. */
function progressLine({ progress }: Ready): Content {
  if (progress === undefined) return nothing;
  const { task, of, ended, atWork, turn, since } = progress;
  const all = of.toLocaleString();
  const words = [
    atWork === undefined
      ? `Task ${task.toLocaleString()} of ${all}`
      : `${atWork} of ${all} tasks at work`,
  ];
  if (turn !== undefined) words.push(`turn ${turn}`);
  return html`<div class="progress"
    ><p
      ><span>${words.join(' · ')}</span
      >${since === undefined ? nothing : html`<span> · </span>${clockSince(since)}`}</p
    ><progress max=${of} value=${ended} aria-label="Tasks that have ended"></progress
  ></div>`;
}

/** Links to the newest run's report. */
function runReportLinks(scope: Scope): TemplateResult {
  const link = (action: keyof typeof REPORT_LINKS): TemplateResult => {
    const label = REPORT_LINKS[action];
    const verb = action === 'openRunReport' ? 'Open' : label;
    const name = `${verb} the report of the last run`;
    const look = { action, label, appearance: 'link', name } as const;
    return button(sending(scope, look, { method: action, params: {} }));
  };
  return html`<p class="run-report"
    ><span>Last run:</span
    >${link('openRunReport')}${link('copyRunReport')}${link('exportRunReport')}</p
  >`;
}

const REPORT_LINKS = {
  openRunReport: 'Report',
  copyRunReport: 'Copy',
  exportRunReport: 'Export',
} as const;

function summarise({ tasks }: Ready): string {
  if (tasks.length === 0) return 'No tasks yet';
  // Those that wait for a review are counted as such.
  const waiting = tasks.filter(
    (task) => groupOf(task) === 'needsYou' && task.review === undefined,
  ).length;
  const ended = summariseTasks(tasks);
  if (waiting === 0) return ended;
  return `${ended} · ${waiting} ${waiting === 1 ? 'needs' : 'need'} you`;
}
