import { equal } from 'node:assert/strict';
import { settingValue } from '../../../src/vscode/settings/settingValue';

describe('what the user really set', () => {
  it('is the value of the folder, then of the workspace, then of the user', () => {
    const all = { workspaceFolderValue: 1, workspaceValue: 2, globalValue: 3, defaultValue: null };
    equal(settingValue(all), 1);
    equal(settingValue({ ...all, workspaceFolderValue: undefined }), 2);
    equal(settingValue({ globalValue: 3, defaultValue: null }), 3);
    equal(settingValue({ workspaceFolderValue: false, globalValue: true }), false);
    equal(settingValue({ workspaceFolderValue: 0, globalValue: 7 }), 0);
  });

  it('is not what is null or the contributed default', () => {
    equal(settingValue({ defaultValue: null }), undefined);
    equal(settingValue({ workspaceFolderValue: null, globalValue: 3, defaultValue: null }), 3);
    const emptied = { workspaceFolderValue: '', workspaceValue: '2h', defaultValue: '' };
    equal(settingValue(emptied), '2h');
    equal(settingValue({ globalValue: '', defaultValue: '' }), undefined);
    equal(settingValue(undefined), undefined);
  });

  it('is told as it stands there, also when it is of no use', () => {
    equal(settingValue({ globalValue: 'many', defaultValue: null }), 'many');
    equal(settingValue({ globalValue: '', defaultValue: null }), '');
  });
});
