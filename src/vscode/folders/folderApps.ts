import { EventEmitter, type WorkspaceFolder } from 'vscode';
import type { App } from '../../app/api/app';
import { FolderApp } from './folderApp';

/** What it takes to open a folder. */
export interface FolderAppsOptions {
  readonly create: (folder: WorkspaceFolder) => App;
  /** Where problems of a refresh in the background are written. */
  readonly report: (problem: string) => void;
  /** What a human should hear of: a killed process had left something, which was put right. */
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
      // A holder that was killed lets go as well as one that ended.
      if (held && !holds) this.recover(opened);
      held = holds;
      this.changed.fire(opened);
    });
    this.apps.set(key, opened);
    return opened;
  }

  /** Nothing starts by itself, but nothing stays half done either. */
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
