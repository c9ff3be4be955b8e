import { EventEmitter, type Memento, type WorkspaceFolder } from 'vscode';
import { localFolders, type ConfigFiles } from './configFiles';

const KEY = 'devs.currentFolder';

/** The folder that the dashboard shows: the chosen one, else the first with a `devs.yaml`, else the first. */
export class CurrentFolder {
  private readonly changed = new EventEmitter<void>();

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly memento: Memento,
    private readonly configFiles: ConfigFiles,
  ) {}

  get(): WorkspaceFolder | undefined {
    const folders = localFolders();
    const chosen = this.memento.get<string>(KEY);
    return (
      folders.find((folder) => folder.uri.toString() === chosen) ??
      this.configFiles.folders()[0] ??
      folders[0]
    );
  }

  /** Remembered for this workspace. */
  async set(folder: WorkspaceFolder): Promise<void> {
    await this.memento.update(KEY, folder.uri.toString());
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}
