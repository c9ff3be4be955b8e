import { type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import { TaskGutter } from '../configFile/taskGutter';
import { TaskLenses } from '../configFile/taskLenses';
import { ConfigDiagnostics } from '../configFile/configDiagnostics';
import type { ConfigFiles } from '../folders/configFiles';
import { ContextKeys } from '../contributions/contextKeys';
import type { DashboardViewProvider } from '../dashboard/dashboardViewProvider';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
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

  constructor() {
    this.item.name = 'Devs';
    this.item.command = COMMANDS.openDashboard;
  }

  /** Shows the state of the folders, or hides the item when there is none. */
  update(folders: readonly FolderStatus[]): void {
    this.folders = folders;
    this.draw();
  }

  private draw(): void {
    const status = statusBarText(this.folders, new Date());
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

/** Views of the state of all folders: status bar, badge, diagnostics, marks in `devs.yaml`, context keys, dashboard. */
export class StatusViews implements Disposable {
  readonly diagnostics = new ConfigDiagnostics();
  private readonly statusBar = new StatusBarItem();
  private readonly contextKeys = new ContextKeys();
  private readonly lenses: TaskLenses;
  private readonly gutter: TaskGutter;

  constructor(
    private readonly apps: FolderApps,
    private readonly configFiles: ConfigFiles,
    private readonly dashboard: DashboardViewProvider,
    report: (problem: string) => void,
  ) {
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
    const known = this.apps.all().flatMap(({ folder, overview }) => {
      return overview === undefined ? [] : [{ name: folder.name, overview }];
    });
    const overviews = known.map(({ overview }) => overview);
    const waiting = overviews.reduce((sum, each) => sum + tasksNeedingYou(each).length, 0);
    this.statusBar.update(known);
    this.dashboard.setBadge(waiting);
    this.contextKeys.update(contextValues(this.configFiles.folders().length > 0, overviews));
    this.lenses.update();
    this.gutter.update();
    this.dashboard.refresh();
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
): Readonly<Record<ContextKey, boolean>> {
  const tasks = overviews.flatMap((overview) => overview.tasks);
  const some = (intervention: Intervention): boolean =>
    tasks.some((task) => task.interventions.includes(intervention));
  return {
    hasConfig,
    hasTasks: tasks.length > 0,
    running: overviews.some(({ run, holder }) => run === 'RUNNING' && holder !== undefined),
    canResume: some('resume'),
    canAccept: some('accept'),
    canSkip: some('skip'),
    canRetry: some('retry'),
    canPermit: tasks.some((task) => listAsked(task).length > 0),
    canAnswer: tasks.some((task) => listQuestions(task).length > 0),
    canCallNoLoop: some('notALoop'),
    canRewind: some('rewind'),
    canRedo: some('redo'),
  };
}
