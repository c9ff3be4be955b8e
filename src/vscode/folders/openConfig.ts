import { Range, window, workspace, type WorkspaceFolder } from 'vscode';
import type { Answer } from '../../ports/answer';
import { configUri, hasConfigFile } from './configFiles';

/**
 * Opens the folder's `devs.yaml` in the editor, at `line` (1-based) where one is given. Reads and runs
 * nothing of it, so the folder does not have to be trusted.
 */
export async function openConfig(folder: WorkspaceFolder, line?: number): Promise<Answer> {
  if (!(await hasConfigFile(folder))) {
    return { ok: false, message: `There is no devs.yaml in ${folder.name}.` };
  }
  const document = await workspace.openTextDocument(configUri(folder));
  const at = Math.min((line ?? 1) - 1, document.lineCount - 1);
  await window.showTextDocument(document, {
    ...(line === undefined ? {} : { selection: new Range(at, 0, at, 0) }),
  });
  return { ok: true, message: 'Opened devs.yaml.' };
}
