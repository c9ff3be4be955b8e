import { Uri, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import {
  addressParts,
  isNow,
  NOTHING,
  readAddress,
  type CheckpointAddress,
} from './checkpointAddress';
import { findFolder } from '../folders/configFiles';
import { contentText } from './contentText';
import { currentText } from './currentText';
import type { FolderApps } from '../folders/folderApps';
import type { Trust } from '../folders/trust';

const SCHEME = 'devs-checkpoint';

/** Read-only documents with the files of a checkpoint. */
export class CheckpointDocuments implements TextDocumentContentProvider, Disposable {
  private readonly registration: Disposable;

  constructor(
    private readonly apps: FolderApps,
    private readonly trust: Trust,
  ) {
    this.registration = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const address = readAddress(uri);
    if (address === undefined) return 'This link does not lead to a file of a checkpoint.\n';
    const folder = findFolder(address.folder);
    if (folder === undefined) return 'The folder of this file is not open in this workspace.\n';
    if (!this.trust.granted) return `${this.trust.reason}\n`;
    if (address.checkpoint === NOTHING) return '';
    if (isNow(address.checkpoint)) return currentText(folder.uri.fsPath, address.path);
    const { app } = this.apps.open(folder);
    return contentText(await app.fileAt(address.checkpoint, address.path));
  }

  dispose(): void {
    this.registration.dispose();
  }
}

/** URI of a file of a checkpoint. */
export function checkpointUri(address: CheckpointAddress): Uri {
  const root = Uri.parse(address.folder).path;
  return Uri.from({ scheme: SCHEME, ...addressParts(address, root) });
}
