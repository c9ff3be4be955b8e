import { workspace, type WorkspaceFolder } from 'vscode';
import { CONFIG_SETTINGS, type RawSettings } from '../../model/config/configSettings';
import { SECTION } from '../contributions/contributions';
import { settingValue } from './settingValue';

/** The settings that the user set for this folder, not validated. */
export function userSettings(folder: WorkspaceFolder): RawSettings {
  const configuration = workspace.getConfiguration(SECTION, folder.uri);
  const set = CONFIG_SETTINGS.flatMap((name) => {
    const value = settingValue(configuration.inspect(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
