import { type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { TaskGutter } from '../configFile/taskGutter';
import { TaskLenses } from '../configFile/taskLenses';
import { ConfigDiagnostics } from '../configFile/configDiagnostics';
import type { ConfigFiles } from '../folders/configFiles';
import { ContextKeys } from '../contributions/contextKeys';
import type { DashboardViewProvider } from '../dashboard/dashboardViewProvider';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import type { StoppedSession } from '../guard/sessionNotification';
import { tasksNeedingYou } from '../notifications/tasksNeedingYou';
import { statusBarText, type FolderStatus } from './statusBarText';
import { listAsked, listQuestions, type Overview } from '../../model/overview/overview';
import type { Intervention } from '../../model/task/taskEvent';
import { type ContextKey, COMMANDS } from '../contributions/contributions';

const BACKGROUND = {
  normal: undefined,
  warning: new ThemeColor('statusBarItem.warningBackground'),
  error: new ThemeColor('statusBarItem.errorBackground'),
} as const;

/** The one status bar item; a click opens the dashboard. */
class StatusBarItem implements Disposable {
  private readonly item = window.createStatusBarItem('devs.status', StatusBarAlignment.Left);

  /** The minutes go on without an event. */
  private readonly minutes = setInterval(() => this.draw(), 30_000);
  private folders: readonly FolderStatus[] = [];
  private stopped: readonly StoppedSession[] = [];

  constructor() {
    this.item.name = 'Devs';
    this.item.command = COMMANDS.openDashboard;
  }

  /** Shows the state of the folders and the stopped sessions, or hides the item when there is none. */
  update(folders: readonly FolderStatus[], stopped: readonly StoppedSession[]): void {
    [this.folders, this.stopped] = [folders, stopped];
    this.draw();
  }

  private draw(): void {
    const status = statusBarText(this.folders, new Date(), this.stopped);
    if (status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = status.text;
    this.item.tooltip = status.tooltip;
    this.item.backgroundColor = BACKGROUND[status.level];
    this.item.accessibilityInformation = { label: status.text.replace(/^\$\([^)]*\) /, '') };
    this.item.show();
  }

  dispose(): void {
    clearInterval(this.minutes);
    this.item.dispose();
  }
}

/** Dependencies of `StatusViews`. */
export interface StatusViewsOptions {
  readonly apps: FolderApps;
  readonly configFiles: ConfigFiles;
  readonly dashboard: DashboardViewProvider;
  /** Sessions that Devs stopped. */
  readonly stopped: () => readonly StoppedSession[];
  /** Whether the active editor shows a change that waits for a review. */
  readonly isReviewing: () => boolean;
  readonly report: (problem: string) => void;
}

/** Views of the state of all folders: status bar, badge, diagnostics, marks in `devs.yaml`, context keys, dashboard. */
export class StatusViews implements Disposable {
  readonly diagnostics = new ConfigDiagnostics();
  private readonly statusBar = new StatusBarItem();
  private readonly contextKeys = new ContextKeys();
  private readonly lenses: TaskLenses;
  private readonly gutter: TaskGutter;

  constructor(private readonly options: StatusViewsOptions) {
    const { apps, report } = options;
    this.lenses = new TaskLenses(apps);
    this.gutter = new TaskGutter(apps, report);
  }

  /** Updates the folder's diagnostics, then the shared views. */
  updateFolder({ folder, overview }: FolderApp): void {
    if (overview !== undefined) this.diagnostics.update(folder, overview);
    this.update();
  }

  /** Updates the views that all folders share. */
  update(): void {
    const { apps, configFiles, dashboard } = this.options;
    const known = apps.all().flatMap(({ folder, overview }) => {
      return overview === undefined ? [] : [{ name: folder.name, overview }];
    });
    const overviews = known.map(({ overview }) => overview);
    const waiting = overviews.reduce((sum, each) => sum + tasksNeedingYou(each).length, 0);
    const stopped = this.options.stopped();
    this.statusBar.update(known, stopped);
    dashboard.setBadge(waiting + stopped.length);
    this.contextKeys.update({
      ...contextValues(configFiles.folders().length > 0, overviews),
      reviewing: this.options.isReviewing(),
    });
    this.lenses.update();
    this.gutter.update();
    dashboard.refresh();
  }

  dispose(): void {
    this.diagnostics.dispose();
    this.statusBar.dispose();
    this.lenses.dispose();
    this.gutter.dispose();
  }
}

/** The values of our `when` clauses' keys, over all folders. */
function contextValues(
  hasConfig: boolean,
  overviews: readonly Overview[],
): Readonly<Record<Exclude<ContextKey, 'reviewing'>, boolean>> {
  const tasks = overviews.flatMap((overview) => overview.tasks);
  const some = (intervention: Intervention): boolean =>
    tasks.some((task) => task.interventions.includes(intervention));
  return {
    hasConfig,
    hasTasks: tasks.length > 0,
    running: overviews.some(({ run, holder }) => run === 'RUNNING' && holder !== undefined),
    canResume: some('resume'),
    canStopWaiting: some('stopWaiting'),
    canAccept: some('accept'),
    canReview: some('sendBack'),
    canSkip: some('skip'),
    canRetry: some('retry'),
    canPermit: tasks.some((task) => listAsked(task).length > 0),
    canAnswer: tasks.some((task) => listQuestions(task).length > 0),
    canCallNoLoop: some('notALoop'),
    canRewind: some('rewind'),
    canRedo: some('redo'),
    hasWorktree: tasks.some(({ worktree }) => worktree !== undefined),
    hasBranch: tasks.some(({ branch }) => branch !== undefined),
  };
}
