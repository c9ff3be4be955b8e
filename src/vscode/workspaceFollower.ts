import {
  Disposable,
  workspace,
  type ConfigurationChangeEvent,
  type ExtensionContext,
} from 'vscode';
import { CONFIG_SETTINGS } from '../model/config/configSettings';
import type { ConfigFiles } from './folders/configFiles';
import { SECTION } from './contributions/contributions';
import type { CurrentFolder } from './folders/currentFolder';
import type { StatusViews } from './status/statusViews';
import type { FolderApp } from './folders/folderApp';
import type { FolderApps } from './folders/folderApps';
import type { RunController } from './run/runController';
import { putOnTerminalPath } from './terminal/terminalPath';
import type { Trust } from './folders/trust';

/** Parts that a follower keeps up to date. */
export interface WorkspaceFollowerOptions {
  readonly context: ExtensionContext;
  readonly trust: Trust;
  readonly configFiles: ConfigFiles;
  readonly apps: FolderApps;
  readonly runs: RunController;
  readonly displays: StatusViews;
  readonly current: CurrentFolder;
  readonly report: (problem: string) => void;
}

/** Opens and closes folders when workspace folders, `devs.yaml` files, trust or settings change. */
export class WorkspaceFollower implements Disposable {
  private readonly subscriptions: Disposable[] = [];

  constructor(private readonly options: WorkspaceFollowerOptions) {}

  start(): void {
    const { configFiles, apps, displays } = this.options;
    this.subscriptions.push(
      configFiles.onDidChange(() => this.inBackground(this.openConfigured())),
      workspace.onDidGrantWorkspaceTrust(() => this.inBackground(this.onTrusted())),
      workspace.onDidChangeConfiguration((event) =>
        this.inBackground(this.onSettingsChanged(event)),
      ),
      workspace.onDidChangeWorkspaceFolders(({ removed }) => {
        for (const folder of removed) displays.diagnostics.clear(folder);
        this.inBackground(Promise.all(removed.map((folder) => apps.close(folder))));
        this.inBackground(configFiles.watch());
      }),
    );
    this.inBackground(this.onTrusted());
    this.inBackground(configFiles.watch());
  }

  /** Shows the current folder in the dashboard, opening it first where that is needed. */
  showCurrent(): void {
    const folder = this.options.current.get();
    if (folder === undefined || !this.options.trust.granted) this.options.displays.update();
    else this.inBackground(this.options.apps.open(folder).refresh());
  }

  dispose(): void {
    Disposable.from(...this.subscriptions).dispose();
  }

  private async onTrusted(): Promise<void> {
    const { context, trust, displays } = this.options;
    displays.update();
    if (!trust.granted) return;
    await Promise.all([putOnTerminalPath(context), this.openConfigured()]);
  }

  private async openConfigured(): Promise<void> {
    const { trust, configFiles, apps, displays } = this.options;
    displays.update();
    if (!trust.granted) return;
    for (const folder of configFiles.folders()) apps.open(folder);
    await Promise.all(apps.all().map((app) => app.refresh()));
  }

  /** Settings are read when an app is created, so each app is recreated after its run. */
  private async onSettingsChanged(event: ConfigurationChangeEvent): Promise<void> {
    const isOurs = (name: string): boolean => event.affectsConfiguration(`${SECTION}.${name}`);
    if (!CONFIG_SETTINGS.some(isOurs)) return;
    await Promise.all(this.options.apps.all().map((app) => this.reopen(app)));
  }

  private async reopen(app: FolderApp): Promise<void> {
    const { apps, runs } = this.options;
    await runs.waitUntilIdle(app);
    if (apps.find(app.folder) !== app) return;
    await apps.close(app.folder);
    await apps.open(app.folder).refresh();
  }

  private inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.options.report(String(error)));
  }
}
