import { EventEmitter, type WorkspaceFolder } from 'vscode';
import type { App } from '../../app/api/app';
import { FolderApp } from './folderApp';

/** Dependencies of `FolderApps`. */
export interface FolderAppsOptions {
  readonly create: (folder: WorkspaceFolder) => App;
  /** Receives errors of background refreshes. */
  readonly report: (problem: string) => void;
  /** Shows the user what a recovery repaired. */
  readonly notify: (message: string) => void;
}

/** One app for each workspace folder, created when it is first needed. */
export class FolderApps {
  private readonly apps = new Map<string, FolderApp>();
  private readonly changed = new EventEmitter<FolderApp>();

  /** Fires when a folder has a new overview. */
  readonly onDidChange = this.changed.event;

  constructor(private readonly options: FolderAppsOptions) {}

  /** The folder's app; opens it on first use, and only ever in a trusted workspace. */
  open(folder: WorkspaceFolder): FolderApp {
    const key = folder.uri.toString();
    const known = this.apps.get(key);
    if (known !== undefined) return known;
    const opened = new FolderApp(folder, this.options.create(folder), this.options.report);
    let held = true;
    opened.onDidChange(() => {
      const holds = opened.overview?.holder !== undefined;
      // The lease also becomes free when its holder is killed.
      if (held && !holds) this.recover(opened);
      held = holds;
      this.changed.fire(opened);
    });
    this.apps.set(key, opened);
    return opened;
  }

  /** Completes interrupted work; starts no run. */
  private recover({ app }: FolderApp): void {
    app
      .recover()
      .then((all) => all.forEach(this.options.notify))
      .catch((error: unknown) => this.options.report(String(error)));
  }

  /** The folders that are open, in the order they were opened. */
  all(): readonly FolderApp[] {
    return [...this.apps.values()];
  }

  /** The folder's app if it was opened. */
  find(folder: WorkspaceFolder): FolderApp | undefined {
    return this.apps.get(folder.uri.toString());
  }

  /** Ends what runs in the folder and forgets it. */
  async close(folder: WorkspaceFolder): Promise<void> {
    const key = folder.uri.toString();
    const known = this.apps.get(key);
    this.apps.delete(key);
    await known?.dispose();
  }

  /** Ends everything. */
  async dispose(): Promise<void> {
    const open = this.all();
    this.apps.clear();
    await Promise.all(open.map((app) => app.dispose()));
    this.changed.dispose();
  }
}
