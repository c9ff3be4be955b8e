import { Uri, workspace } from 'vscode';
import type { FolderApp } from './folderApp';

/** Whether a file of the folder has changes in the editor that are not on the disk. */
export function isUnsaved({ folder }: FolderApp, path: string): boolean {
  const file = Uri.joinPath(folder.uri, ...path.split('/')).toString();
  return workspace.textDocuments.some(
    (document) => document.isDirty && document.uri.toString() === file,
  );
}
