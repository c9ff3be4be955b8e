import { Range, window, workspace } from 'vscode';
import type { Answer } from '../ports/answer';
import { configUri } from './configFiles';
import type { FolderApp } from './folderApp';

/** Opens the folder's `devs.yaml` in the editor, at `line` (1-based) where one is given. */
export async function openConfig({ app, folder }: FolderApp, line?: number): Promise<Answer> {
  const { config } = await app.overview();
  if (config.kind === 'missing') {
    return { ok: false, message: `There is no devs.yaml in ${folder.name}.` };
  }
  const document = await workspace.openTextDocument(configUri(folder));
  const at = Math.min((line ?? 1) - 1, document.lineCount - 1);
  await window.showTextDocument(document, {
    ...(line === undefined ? {} : { selection: new Range(at, 0, at, 0) }),
  });
  return { ok: true, message: 'Opened devs.yaml.' };
}
