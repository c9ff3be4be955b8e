import type { Disposable } from 'vscode';
import { ConfigDiagnostics } from '../folders/configDiagnostics';
import type { ConfigFiles } from '../folders/configFiles';
import { ContextKeys } from '../settings/contextKeys';
import { contextValues } from './contextValues';
import type { DashboardView } from '../dashboard/dashboardView';
import type { FolderApp } from '../folders/folderApp';
import type { FolderApps } from '../folders/folderApps';
import { tasksNeedingYou } from '../notifications/needsYou';
import { StatusBarItem } from './statusBarItem';
import { statusText } from './statusText';

/** Everything that shows how the folders stand: status bar, badge, diagnostics, context keys, dashboard. */
export class Displays implements Disposable {
  readonly diagnostics = new ConfigDiagnostics();
  private readonly statusBar = new StatusBarItem();
  private readonly contextKeys = new ContextKeys();

  constructor(
    private readonly apps: FolderApps,
    private readonly configFiles: ConfigFiles,
    private readonly dashboard: DashboardView,
  ) {}

  /** Shows what is wrong in the folder's file, then everything else. */
  updateFolder({ folder, overview }: FolderApp): void {
    if (overview !== undefined) this.diagnostics.update(folder, overview);
    this.update();
  }

  /** Shows what all folders have in common. */
  update(): void {
    const known = this.apps.all().flatMap(({ folder, overview }) => {
      return overview === undefined ? [] : [{ name: folder.name, overview }];
    });
    const overviews = known.map(({ overview }) => overview);
    const waiting = overviews.reduce((sum, each) => sum + tasksNeedingYou(each).length, 0);
    this.statusBar.update(statusText(known));
    this.dashboard.setBadge(waiting);
    this.contextKeys.update(contextValues(this.configFiles.folders().length > 0, overviews));
    this.dashboard.refresh();
  }

  dispose(): void {
    this.diagnostics.dispose();
    this.statusBar.dispose();
  }
}
