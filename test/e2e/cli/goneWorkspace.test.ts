import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DEVS } from './devsProcess';
import { SOLVING, TestWorkspace } from './testWorkspace';

describe('a workspace folder that is gone', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(() => (workspace = new TestWorkspace()));
  afterEach(() => workspace.dispose());

  if (process.platform !== 'win32') {
    it('is named by each command in a terminal that is still in it', () => {
      const folder = path.join(workspace.root, 'gone');
      const commands = [
        'status',
        'run',
        'doctor',
        'clean',
        'rewind t',
        'skip t',
        'demo',
        'replay x',
      ];
      for (const command of commands) {
        mkdirSync(folder);
        const { status, stdout, stderr } = spawnSync(
          'sh',
          ['-c', `rmdir "$PWD"; exec "$0" "$1" ${command}`, process.execPath, DEVS],
          { cwd: folder, env: workspace.environment({ PWD: folder }), encoding: 'utf8' },
        );
        assert.deepEqual([status, stdout], [1, ''], command);
        assert.match(
          stderr,
          /^The folder that this terminal is in \(.*gone\) no longer exists\. Go to another folder, /,
        );
      }
    });

    it('needs no terminal in a folder when it is there and is named', () => {
      workspace.configure([SOLVING]);
      const folder = path.join(workspace.root, 'gone');
      mkdirSync(folder);
      const { status, stdout } = spawnSync(
        'sh',
        [
          '-c',
          'rmdir "$PWD"; exec "$0" "$1" -C "$2" status',
          process.execPath,
          DEVS,
          workspace.folder,
        ],
        { cwd: folder, env: workspace.environment({ PWD: folder }), encoding: 'utf8' },
      );
      assert.equal(status, 0);
      assert.match(stdout, /fix-answer/);
    });
  }

  it('ends a run with its name, and what was recorded is there when it is back', async () => {
    const away = path.join(workspace.root, 'away');
    const move = `require('node:fs').renameSync(${JSON.stringify(workspace.folder)}, ${JSON.stringify(away)})`;
    workspace.configure([SOLVING], {
      agents: { mover: { type: 'command', command: [process.execPath, '-e', move] } },
    });
    const { code, stderr } = await workspace.devs('run');
    assert.equal(code, 1);
    assert.doesNotMatch(stderr, /Unexpected error/);
    const named = `The workspace folder ${workspace.folder} is gone. Put it back, then run the command again; what Devs recorded of it is kept.`;
    assert.ok(stderr.includes(named), stderr);
    renameSync(away, workspace.folder);
    const { stdout } = await workspace.devs('status', 'fix-answer');
    assert.match(stdout, /\n {2}1 +interrupted /);
  });
});
