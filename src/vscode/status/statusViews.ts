import type { Disposable } from 'vscode';
import { ConfigDiagnostics } from './configDiagnostics';
import type { ConfigFiles } from '../folders/configFiles';
import { ContextKeys } from '../contributions/contextKeys';
import { contextValues } from './contextValues';
import type { DashboardViewProvider } from '../dashboard/dashboardViewProvider';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import { tasksNeedingYou } from '../notifications/tasksNeedingYou';
import { StatusBarItem } from './statusBarItem';
import { statusBarText } from './statusBarText';

/** Views of the state of all folders: status bar, badge, diagnostics, context keys, dashboard. */
export class StatusViews implements Disposable {
  readonly diagnostics = new ConfigDiagnostics();
  private readonly statusBar = new StatusBarItem();
  private readonly contextKeys = new ContextKeys();

  constructor(
    private readonly apps: FolderApps,
    private readonly configFiles: ConfigFiles,
    private readonly dashboard: DashboardViewProvider,
  ) {}

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
    this.statusBar.update(statusBarText(known));
    this.dashboard.setBadge(waiting);
    this.contextKeys.update(contextValues(this.configFiles.folders().length > 0, overviews));
    this.dashboard.refresh();
  }

  dispose(): void {
    this.diagnostics.dispose();
    this.statusBar.dispose();
  }
}
