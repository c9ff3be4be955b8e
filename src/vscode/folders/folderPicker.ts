import { commands, Uri, window, workspace, type WorkspaceFolder } from 'vscode';
import type { CommandArgument } from '../contributions/commandArgument';
import { localFolders, type ConfigFiles } from './configFiles';
import type { CurrentFolder } from './currentFolder';
import type { FolderApp } from './folderApp';
import type { FolderApps } from './folderApps';
import { describeNoFolder } from './noFolder';
import type { Trust } from './trust';

/** Requirement of a command on a folder: a `devs.yaml`, or nothing. */
export type FolderNeed = 'config' | 'anything';

/** Dependencies of `FolderPicker`. */
export interface FolderPickerOptions {
  readonly apps: FolderApps;
  readonly configFiles: ConfigFiles;
  readonly trust: Trust;
  readonly current: CurrentFolder;
}

/** Finds the folder of a command; asks when there are several. */
export class FolderPicker {
  constructor(private readonly options: FolderPickerOptions) {}

  /** The folder's app, which the dashboard then shows too; undefined when there is none, it is not trusted, or the user cancelled. */
  async pick(argument: CommandArgument, need: FolderNeed): Promise<FolderApp | undefined> {
    const { apps, trust } = this.options;
    if (!trust.check()) return undefined;
    const folder = await this.pickAny(argument, need);
    return folder && apps.open(folder);
  }

  /**
   * A selected folder, trusted or not, which the dashboard then shows too; undefined when there is
   * none or the user cancelled.
   */
  async pickAny(argument: CommandArgument, need: FolderNeed): Promise<WorkspaceFolder | undefined> {
    const folder = findNamedFolder(argument) ?? (await this.choose(need));
    if (folder !== undefined && localFolders().length > 1) await this.options.current.set(folder);
    return folder;
  }

  /** Asks for one of the folders where there are several. */
  async choose(need: FolderNeed): Promise<WorkspaceFolder | undefined> {
    const { configFiles } = this.options;
    if (need === 'config') await configFiles.refresh();
    const folders = need === 'config' ? configFiles.folders() : localFolders();
    const [first] = folders;
    if (first === undefined) {
      offerFolderOrConfig();
      return undefined;
    }
    return folders.length === 1 ? first : pickFolder(folders);
  }
}

async function pickFolder(
  folders: readonly WorkspaceFolder[],
): Promise<WorkspaceFolder | undefined> {
  const items = folders.map((folder) => ({
    label: folder.name,
    description: folder.uri.fsPath,
    folder,
  }));
  const picked = await window.showQuickPick(items, { placeHolder: 'Which folder?' });
  return picked?.folder;
}

function findNamedFolder({ folder }: CommandArgument): WorkspaceFolder | undefined {
  if (folder === undefined) return undefined;
  const byName = localFolders().find((each) => each.name === folder || each.uri.fsPath === folder);
  if (byName !== undefined) return byName;
  const found = workspace.getWorkspaceFolder(Uri.parse(folder));
  return found?.uri.scheme === 'file' ? found : undefined;
}

function offerFolderOrConfig(): void {
  const { text, button, command } = describeNoFolder(localFolders().length);
  void window.showInformationMessage(text, button).then((choice) => {
    return choice === button ? commands.executeCommand(command) : undefined;
  });
}
