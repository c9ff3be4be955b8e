import {
  CodeLens,
  EventEmitter,
  languages,
  Range,
  workspace,
  type CodeLensProvider,
  type Disposable,
  type TextDocument,
} from 'vscode';
import { COMMANDS } from '../contributions/contributions';
import type { FolderApps } from '../folders/folderApps';
import { CONFIG_DOCUMENTS } from './configProviders';
import { describeLens } from './describeLens';
import { taskNames } from './taskNames';

/** Shows above each task of `devs.yaml` what can be done with it, and how it is. */
export class TaskLenses implements CodeLensProvider, Disposable {
  private readonly changed = new EventEmitter<void>();
  private readonly registration: Disposable;

  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly apps: FolderApps) {
    this.registration = languages.registerCodeLensProvider(CONFIG_DOCUMENTS, this);
  }

  /** Asks for the lenses again. */
  update(): void {
    this.changed.fire();
  }

  /** None while the workspace is untrusted: its folders are not open. */
  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const folder = workspace.getWorkspaceFolder(document.uri);
    const overview = folder && this.apps.find(folder)?.overview;
    if (folder === undefined || overview === undefined) return [];
    const tasks = await taskNames(document);
    return tasks.flatMap(({ name, from, to }) => {
      const range = new Range(document.positionAt(from), document.positionAt(to));
      const argument = { folder: folder.uri.toString(), taskId: name };
      return describeLens(overview, name).map(
        ({ title, command, turn }) =>
          new CodeLens(range, {
            title,
            command: COMMANDS[command],
            arguments: [{ ...argument, turn }],
          }),
      );
    });
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
