import { Uri, workspace } from 'vscode';
import type { FolderApp } from './folderApp';

/** Whether the editor has unsaved changes in a file of the folder. */
export function isUnsaved({ folder }: FolderApp, path: string): boolean {
  const file = Uri.joinPath(folder.uri, ...path.split('/')).toString();
  return workspace.textDocuments.some(
    (document) => document.isDirty && document.uri.toString() === file,
  );
}
