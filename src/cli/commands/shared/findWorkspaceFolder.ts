import { CONFIG_FILE } from '../../../model/config/config';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

export type FolderAnswer =
  | { readonly ok: true; readonly folder: string }
  | { readonly ok: false; readonly message: string };

/** The folder that `-C` names; without it the nearest one upwards with a `devs.yaml`, else `cwd`. */
export function findWorkspaceFolder(cwd: () => string, wanted: string | undefined): FolderAnswer {
  if (wanted === undefined) return { ok: true, folder: nearestWithConfig(cwd()) ?? cwd() };
  const folder = path.isAbsolute(wanted) ? path.normalize(wanted) : path.resolve(cwd(), wanted);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder
    ? { ok: true, folder }
    : { ok: false, message: `-C ${wanted}: there is no such folder (${folder}).` };
}

function nearestWithConfig(start: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, CONFIG_FILE))) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}
