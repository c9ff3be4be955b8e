import { realpathSync } from 'node:fs';
import { Uri, workspace } from 'vscode';
import type { FolderApp } from './folderApp';

/** Whether the editor has unsaved changes in a file of the folder. */
export function isUnsaved({ folder }: FolderApp, path: string): boolean {
  const file = Uri.joinPath(folder.uri, ...path.split('/')).toString();
  return workspace.textDocuments.some(
    (document) => document.isDirty && document.uri.toString() === file,
  );
}

/** Whether the editor has unsaved changes in the file with this real path. */
export function isUnsavedFile(file: string): boolean {
  return workspace.textDocuments.some(
    ({ isDirty, uri }) => isDirty && uri.scheme === 'file' && realPath(uri.fsPath) === file,
  );
}

/** The path itself where there is no such file. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
