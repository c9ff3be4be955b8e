import { workspace, type WorkspaceFolder } from 'vscode';
import { LIMIT_SPECS, type LimitName } from '../domain/limits';
import { SECTION } from './contributions';

/** The limits that the user really set, raw, by scope: folder before workspace before user. */
export function limitSettings(folder: WorkspaceFolder): Partial<Record<LimitName, unknown>> {
  const configuration = workspace.getConfiguration(SECTION, folder.uri);
  const names = Object.keys(LIMIT_SPECS) as LimitName[];
  const set = names.flatMap((name) => {
    const found = configuration.inspect(name);
    const value: unknown =
      found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
