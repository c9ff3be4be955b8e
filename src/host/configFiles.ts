import {
  EventEmitter,
  FileType,
  RelativePattern,
  Uri,
  workspace,
  type Disposable,
  type WorkspaceFolder,
} from 'vscode';
import { CONFIG_FILE } from './contributions';

/** The workspace folders that Devs can work in: those on a disk that programs can see. */
export function localFolders(): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === 'file');
}

/** Where a folder's `devs.yaml` lies, or would lie. */
export function configUri(folder: WorkspaceFolder): Uri {
  return Uri.joinPath(folder.uri, CONFIG_FILE);
}

/** Knows which workspace folders have a `devs.yaml`, without reading any. */
export class ConfigFiles implements Disposable {
  private readonly present = new Set<string>();
  private readonly watchers = new Map<string, Disposable>();
  private readonly changed = new EventEmitter<void>();

  /** Fires when a file came or went; its content does not matter here. */
  readonly onDidChange = this.changed.event;

  /** Looks at every folder once and watches from then on; folders that are gone are forgotten. */
  async watch(): Promise<void> {
    const folders = localFolders();
    const wanted = new Set(folders.map((folder) => folder.uri.toString()));
    for (const key of [...this.watchers.keys()].filter((known) => !wanted.has(known))) {
      this.forget(key);
    }
    await Promise.all(
      folders
        .filter((folder) => !this.watchers.has(folder.uri.toString()))
        .map((folder) => this.add(folder)),
    );
    this.changed.fire();
  }

  /** Whether the folder has a `devs.yaml`, as far as is known. */
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

  private async add(folder: WorkspaceFolder): Promise<void> {
    const key = folder.uri.toString();
    const watcher = workspace.createFileSystemWatcher(
      new RelativePattern(folder, CONFIG_FILE),
      false,
      true,
      false,
    );
    watcher.onDidCreate(() => this.set(key, true));
    watcher.onDidDelete(() => this.set(key, false));
    this.watchers.set(key, watcher);
    if (await isFile(folder)) this.present.add(key);
  }

  private forget(key: string): void {
    this.watchers.get(key)?.dispose();
    this.watchers.delete(key);
    this.present.delete(key);
  }

  private set(key: string, present: boolean): void {
    if (present) this.present.add(key);
    else this.present.delete(key);
    this.changed.fire();
  }
}

/** Lists the folder rather than asking for the file: an absent file is then no error. */
async function isFile(folder: WorkspaceFolder): Promise<boolean> {
  const entries = await workspace.fs.readDirectory(folder.uri);
  return entries.some(([name, type]) => name === CONFIG_FILE && (type & FileType.File) !== 0);
}
