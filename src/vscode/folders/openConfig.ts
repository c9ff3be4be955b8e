import type { WorkspaceFolder } from 'vscode';
import { CONFIG_FILE } from '../../model/config/config';
import type { Answer } from '../../ports/answer';
import { hasConfigFile } from './configFiles';
import { showPlace } from './openPlace';

/**
 * Opens the folder's `devs.yaml` in the editor, at `line` (1-based) where one is given. Reads and runs
 * nothing of it, so the folder does not have to be trusted.
 */
export async function openConfig(folder: WorkspaceFolder, line?: number): Promise<Answer> {
  if (!(await hasConfigFile(folder))) {
    return { ok: false, message: `There is no devs.yaml in ${folder.name}.` };
  }
  return showPlace(folder, { file: CONFIG_FILE, ...(line !== undefined && { line }) });
}
