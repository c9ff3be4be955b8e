/** The part of VS Code's `inspect` result that is used. */
export interface InspectedSetting {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * The value that the user set, not validated: folder before workspace before user. Null and the
 * contributed default (the settings editor writes it back when a field is emptied) say "not set".
 */
export function settingValue(found: InspectedSetting | undefined): unknown {
  if (found === undefined) return undefined;
  const { defaultValue, globalValue, workspaceValue, workspaceFolderValue } = found;
  return [workspaceFolderValue, workspaceValue, globalValue].find(
    (value) => value !== undefined && value !== null && value !== defaultValue,
  );
}
