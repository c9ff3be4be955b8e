import { deepEqual, equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launcherFiles, type Launch } from '../../../src/vscode/terminal/launcherScript';

const SHOW =
  'console.log(JSON.stringify([process.argv.slice(2), process.env.ELECTRON_RUN_AS_NODE]))';

describe('the devs launcher', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "devs it's "));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function run(change: Partial<Launch>, path = process.env['PATH']): unknown {
    const cli = join(folder, 'cli.js');
    const directory = join(folder, 'bin');
    mkdirSync(directory);
    writeFileSync(cli, SHOW);
    const launch = { directory, runtime: process.execPath, electron: false, cli, ...change };
    for (const { name, text } of launcherFiles(launch)) {
      writeFileSync(join(directory, name), text);
      chmodSync(join(directory, name), 0o755);
    }
    const done = spawnSync(join(directory, 'devs'), ['run', 'a b', '--hint=$x'], {
      encoding: 'utf8',
      env: { PATH: path },
    });
    equal(done.stderr, '');
    return JSON.parse(done.stdout);
  }

  const given = ['run', 'a b', '--hint=$x'];

  if (process.platform !== 'win32') {
    it('runs the command line tool with the arguments as they are', () => {
      deepEqual(run({}), [given, null]);
    });

    it('runs in an Electron program, and hides that from what devs starts', () => {
      deepEqual(run({ electron: true }), [given, null]);
    });

    it('falls back to node on PATH when the runtime is gone', () => {
      deepEqual(run({ runtime: join(folder, 'gone') }), [given, null]);
    });
  }

  it('is free of the user name on Windows, whatever its letters', () => {
    const text = launcherFiles({
      directory: 'C:\\Users\\Jürgen\\AppData\\Roaming\\Code\\User\\globalStorage\\devs.devs\\bin',
      runtime: 'C:\\Users\\Jürgen\\AppData\\Local\\Programs\\Code 100%\\Code.exe',
      electron: true,
      cli: 'C:\\Users\\Jürgen\\.vscode\\extensions\\devs.devs\\dist\\cli.js',
    }).find(({ name }) => name === 'devs.cmd')?.text;
    equal(text?.includes('Jürgen'), false);
    match(text, /^set ELECTRON_RUN_AS_NODE=1\r$/m);
    match(
      text,
      /^"%~dp0(\.\.\\){6}Local\\Programs\\Code 100%%\\Code\.exe" --require "%~dp0as-node\.js" "%~dp0(\.\.\\){7}\.vscode\\extensions\\devs\.devs\\dist\\cli\.js" %\*\r$/m,
    );
  });

  it('names a program on another drive as it is', () => {
    const text = launcherFiles({
      directory: 'C:\\storage\\bin',
      runtime: 'D:\\Code\\Code.exe',
      electron: false,
      cli: 'C:\\cli.js',
    }).find(({ name }) => name === 'devs.cmd')?.text;
    match(text ?? '', /^"D:\\Code\\Code\.exe" "%~dp0\.\.\\\.\.\\cli\.js" %\*\r$/m);
  });
});
