import assert from 'node:assert/strict';
import {
  stateDirectoryOf,
  type StatePlace,
} from '../../../../../src/platform/state/files/stateDirectory';

describe('the state directory', () => {
  const linux: StatePlace = {
    workspaceDir: '/projects/My App!',
    environment: {},
    platform: 'linux',
    home: '/home/ann',
  };
  const at = (environment: StatePlace['environment'], place = linux): string =>
    stateDirectoryOf({ ...place, environment });

  it('lies in the user’s state directory, readable and unique', () => {
    assert.match(at({}), /^\/home\/ann\/\.local\/state\/devs\/My-App-[0-9a-f]{12}$/);
    assert.match(at({ XDG_STATE_HOME: '/state' }), /^\/state\/devs\/My-App-[0-9a-f]{12}$/);
  });

  it('differs for workspaces of the same name', () => {
    const other = { ...linux, workspaceDir: '/elsewhere/My App!' };
    assert.notEqual(at({}), at({}, other));
    assert.equal(at({}), at({}, { ...linux }));
  });

  it('is the folder that DEVS_STATE_DIR names', () => {
    assert.equal(at({ DEVS_STATE_DIR: '/my/state/' }), '/my/state/');
    assert.equal(at({ DEVS_STATE_DIR: '' }), at({}));
    assert.throws(() => at({ DEVS_STATE_DIR: 'state' }), {
      name: 'StateError',
      message: /DEVS_STATE_DIR is "state", a relative path/,
    });
  });

  it('is never the workspace itself', () => {
    assert.throws(() => at({ DEVS_STATE_DIR: '/projects/x/../My App!/' }), {
      name: 'StateError',
      message: /DEVS_STATE_DIR is "\/projects\/x\/\.\.\/My App!\/", the workspace itself/,
    });
    assert.equal(at({ DEVS_STATE_DIR: '/projects/My App!/.state' }), '/projects/My App!/.state');
  });

  it('ignores an XDG_STATE_HOME that is relative or empty', () => {
    assert.equal(at({ XDG_STATE_HOME: 'state' }), at({}));
    assert.equal(at({ XDG_STATE_HOME: '' }), at({}));
  });

  it('follows the customs of macOS and Windows', () => {
    const mac = { ...linux, platform: 'darwin', home: '/Users/ann' } as const;
    assert.match(at({}, mac), /^\/Users\/ann\/Library\/Application Support\/Devs\/My-App-/);
    const windows = {
      ...linux,
      platform: 'win32',
      home: 'C:\\Users\\Ann',
      workspaceDir: 'C:\\Work\\My App',
    } as const;
    assert.match(at({}, windows), /^C:\\Users\\Ann\\AppData\\Local\\Devs\\My-App-[0-9a-f]{12}$/);
    assert.match(at({ LOCALAPPDATA: 'D:\\Local' }, windows), /^D:\\Local\\Devs\\My-App-/);
    assert.equal(
      at({}, windows).toLowerCase(),
      at({}, { ...windows, workspaceDir: 'c:\\work\\my app' }).toLowerCase(),
    );
  });

  it('has a legal name for any workspace', () => {
    assert.match(at({}, { ...linux, workspaceDir: '/' }), /\/workspace-[0-9a-f]{12}$/);
    assert.match(at({}, { ...linux, workspaceDir: '/数据' }), /\/workspace-[0-9a-f]{12}$/);
    const long = at({}, { ...linux, workspaceDir: `/${'x'.repeat(300)}` });
    assert.match(long, /\/x{40}-[0-9a-f]{12}$/);
  });
});
