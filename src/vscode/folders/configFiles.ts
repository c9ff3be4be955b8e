import { CONFIG_FILE } from '../../model/config/config';
import {
  EventEmitter,
  FileType,
  RelativePattern,
  Uri,
  workspace,
  type Disposable,
  type WorkspaceFolder,
} from 'vscode';

/** Workspace folders with the scheme `file`: the ones that Devs can work in. */
export function localFolders(): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
}

/** The one of them with this URI; undefined if the workspace has none. */
export function findFolder(uri: string): WorkspaceFolder | undefined {
  return localFolders().find((folder) => folder.uri.toString() === uri);
}

/** URI of the folder's `devs.yaml`, whether or not it exists. */
export function configUri(folder: WorkspaceFolder): Uri {
  return Uri.joinPath(folder.uri, CONFIG_FILE);
}

/** Tracks which workspace folders have a `devs.yaml`; reads none of them. */
export class ConfigFiles implements Disposable {
  private readonly present = new Set<string>();
  private readonly watchers = new Map<string, Disposable>();
  private readonly changed = new EventEmitter<void>();

  /** Fires when a `devs.yaml` is created or deleted, not when its content changes. */
  readonly onDidChange = this.changed.event;

  /** Checks every folder and watches it from then on; stops watching removed folders. */
  async watch(): Promise<void> {
    const folders = localFolders();
    const wanted = new Set(folders.map((folder) => folder.uri.toString()));
    for (const key of [...this.watchers.keys()].filter((known) => !wanted.has(known))) {
      this.forget(key);
    }
    for (const folder of folders) this.add(folder);
    await this.refresh();
    this.changed.fire();
  }

  /** Checks every folder again: the watcher may not have reported a new file yet. */
  async refresh(): Promise<void> {
    await Promise.all(
      localFolders().map(async (folder) => this.note(folder, await hasConfigFile(folder))),
    );
  }

  /** Whether the folder has a `devs.yaml`, according to the last check. */
  has(folder: WorkspaceFolder): boolean {
    return this.present.has(folder.uri.toString());
  }

  /** The folders with a `devs.yaml`, in the workspace's order. */
  folders(): readonly WorkspaceFolder[] {
    return localFolders().filter((folder) => this.has(folder));
  }

  dispose(): void {
    for (const watcher of this.watchers.values()) watcher.dispose();
    this.changed.dispose();
  }

  private add(folder: WorkspaceFolder): void {
    const key = folder.uri.toString();
    if (this.watchers.has(key)) return;
    const watcher = workspace.createFileSystemWatcher(
      new RelativePattern(folder, CONFIG_FILE),
      false,
      true,
      false,
    );
    watcher.onDidCreate(() => this.change(folder, true));
    watcher.onDidDelete(() => this.change(folder, false));
    this.watchers.set(key, watcher);
  }

  private forget(key: string): void {
    this.watchers.get(key)?.dispose();
    this.watchers.delete(key);
    this.present.delete(key);
  }

  private change(folder: WorkspaceFolder, present: boolean): void {
    this.note(folder, present);
    this.changed.fire();
  }

  private note(folder: WorkspaceFolder, present: boolean): void {
    const key = folder.uri.toString();
    if (present) this.present.add(key);
    else this.present.delete(key);
  }
}

/**
 * Whether a folder has a `devs.yaml` now. Lists the folder rather than asking for the file: an absent file is then no error. False as well for a folder that
 * is missing or unreadable, which VS Code itself marks; the other folders are still checked.
 */
export async function hasConfigFile(folder: WorkspaceFolder): Promise<boolean> {
  try {
    const entries = await workspace.fs.readDirectory(folder.uri);
    return entries.some(([name, type]) => name === CONFIG_FILE && (type & FileType.File) !== 0);
  } catch {
    return false;
  }
}
