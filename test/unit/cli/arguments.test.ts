import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCli } from '../../../src/cli/cli';
import { findWorkspaceFolder } from '../../../src/cli/commands/shared/findWorkspaceFolder';
import { StateError } from '../../../src/ports/workspaceState';
import { anOverview, devs, fakeApp, FakeHost } from './fakeApp';

describe('wrong words on the command line', () => {
  it('suggests the command that was probably meant, and exits with 1', async () => {
    const { code, stdout, stderr } = await devs('stauts');
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.equal(stderr, "Unknown command 'stauts' (Did you mean status?). See `devs --help`.\n");
  });

  it('suggests the option that was probably meant', async () => {
    const { code, stderr } = await devs('resume fix-rounding --hin x');
    assert.equal(code, 1);
    assert.match(stderr, /Unknown option '--hin' \(Did you mean --hint\?\)/);
  });

  it('says which argument is missing or too much', async () => {
    assert.match((await devs('resume')).stderr, /^Missing required argument 'task'\. See/);
    assert.match((await devs('pause all')).stderr, /^Too many arguments for 'pause'.* got 1\. See/);
    assert.match((await devs('resume fix-rounding --hint')).stderr, /argument missing/);
  });

  it('shows the commands when there is none, and exits with 1', async () => {
    const { code, stdout, stderr } = await devs([]);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^No command given\.\n\nUsage: devs/);
  });

  it('says it as one JSON object with --json, and nothing else on stdout', async () => {
    for (const line of ['stauts --json', '--json', 'resume --json', 'report nope --json']) {
      const { code, stdout, stderr } = await devs(line);
      assert.equal(code, 1);
      assert.equal(stderr, '');
      assert.deepEqual(Object.keys(JSON.parse(stdout) as object), ['error']);
    }
  });

  it('lists its commands and knows no other one', async () => {
    const { stdout } = await devs('--help');
    assert.match(stdout, /^Usage: devs/);
    assert.match(stdout, /\n {2}replay \[options\] <file\.\.\.>/);
    assert.match((await devs('record')).stderr, /^Unknown command 'record'/);
  });

  it('prints help and version to stdout with exit code 0', async () => {
    assert.equal((await devs('run --help')).code, 0);
    assert.match((await devs('help run')).stdout, /Usage: devs run/);
    assert.match((await devs('--version')).stdout, /^\d+\.\d+\.\d+\n$/);
  });
});

describe('wrong tasks and agents', () => {
  it('lists the tasks there are, and names the near miss', async () => {
    for (const command of [
      'run',
      'status',
      'report',
      'skip',
      'resume',
      'retry',
      'rewind',
      'redo',
    ]) {
      const { code, stderr } = await devs(`${command} fix-roundin`);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        'There is no task "fix-roundin". Did you mean "fix-rounding"? Known tasks: add-users, fix-rounding.\n',
      );
    }
  });

  it('guesses nothing when nothing is near', async () => {
    assert.doesNotMatch((await devs('report zzz')).stderr, /Did you mean/);
  });

  it('lists the agents there are', async () => {
    const { stderr } = await devs('resume fix-rounding --agent codx');
    assert.equal(
      stderr,
      'There is no agent "codx". Did you mean "codex"? Known agents: claude, codex.\n',
    );
  });

  it('refuses an empty hint', async () => {
    const { code, stderr } = await devs(['resume', 'fix-rounding', '--hint', ' ']);
    assert.equal(code, 1);
    assert.match(stderr, /--hint is empty/);
  });
});

describe('a workspace that cannot be used', () => {
  it('prints every problem of the file with its line', async () => {
    const problems = [
      { source: 'devs.yaml', line: 3, message: 'unknown key "agnets"; did you mean "agents"?' },
      { source: 'DEVS_MAX_PIVOTS', message: 'is 900; it must be 0 to 100.' },
    ];
    const app = fakeApp(anOverview({ config: { kind: 'invalid', problems } }));
    for (const command of ['run', 'status', 'report x', 'skip x']) {
      const { code, stderr } = await devs(command, app);
      assert.equal(code, 1);
      assert.equal(
        stderr,
        'devs.yaml:3: unknown key "agnets"; did you mean "agents"?\nDEVS_MAX_PIVOTS: is 900; it must be 0 to 100.\n',
      );
    }
  });

  it('points to init when there is no file', async () => {
    const { code, stderr } = await devs(
      'run',
      fakeApp(anOverview({ config: { kind: 'missing' } })),
    );
    assert.equal(code, 1);
    assert.match(stderr, /There is no devs\.yaml in .*`devs init`/);
  });

  it('says what is wrong with the state as it was given', async () => {
    const shown = await devs('status', fakeApp(anOverview({ stateProblem: 'devs.db is newer.' })));
    assert.deepEqual([shown.code, shown.stderr], [1, 'devs.db is newer.\n']);
    const thrown = fakeApp(anOverview(), {
      run: () => Promise.reject(new StateError('The disk is full.')),
    });
    assert.equal((await devs('run', thrown)).stderr, 'The disk is full.\n');
  });

  it('puts an unexpected exception on one line, with a stack only for DEVS_DEBUG=1', async () => {
    const app = fakeApp(anOverview(), { overview: () => Promise.reject(new Error('a\nb')) });
    const { code, stderr } = await devs('status', app);
    assert.equal(code, 1);
    assert.equal(stderr, 'Unexpected error: a b (set DEVS_DEBUG=1 to see where)\n');
    const host = new FakeHost(['status'], app);
    host.environment = { DEVS_DEBUG: '1' };
    await runCli(host);
    assert.match(host.stderr.text, /Error: a\nb\n +at /);
  });
});

describe('the workspace folder', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'devs-folder-'))));
  afterEach(() => rmSync(root, { recursive: true }));

  it('is the nearest one upwards with a devs.yaml', () => {
    const deep = path.join(root, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    assert.deepEqual(
      findWorkspaceFolder(() => deep, undefined),
      { ok: true, folder: deep },
    );
    writeFileSync(path.join(root, 'devs.yaml'), '');
    assert.deepEqual(
      findWorkspaceFolder(() => deep, undefined),
      { ok: true, folder: root },
    );
    writeFileSync(path.join(root, 'a', 'devs.yaml'), '');
    assert.deepEqual(
      findWorkspaceFolder(() => deep, undefined),
      {
        ok: true,
        folder: path.join(root, 'a'),
      },
    );
  });

  it('is exactly the one that -C names', async () => {
    mkdirSync(path.join(root, 'a'));
    writeFileSync(path.join(root, 'devs.yaml'), '');
    assert.deepEqual(
      findWorkspaceFolder(() => root, 'a'),
      { ok: true, folder: path.join(root, 'a') },
    );
    const app = fakeApp(anOverview());
    for (const argv of [
      ['-C', root, 'status'],
      ['status', '--cwd', root],
    ]) {
      const host = new FakeHost(argv, app);
      assert.equal(await runCli(host), 0);
      assert.deepEqual(host.opened, [root]);
    }
  });

  it('must be a folder', async () => {
    const file = path.join(root, 'file');
    writeFileSync(file, '');
    for (const wrong of [file, path.join(root, 'gone')]) {
      const { code, stderr } = await devs(['-C', wrong, 'status']);
      assert.equal(code, 1);
      assert.match(stderr, /there is no such folder/);
    }
  });
});

describe('what a killed process left behind', () => {
  it('is put right before any command, and told on stderr', async () => {
    const done: string[] = [];
    const app = fakeApp(anOverview(), {
      recover: () => {
        done.push('recover');
        return Promise.resolve(['A rewind of a\u001b[2J was cut off and is finished now.']);
      },
      retry: () => {
        done.push('retry');
        return Promise.resolve({ ok: true, message: 'Again.' });
      },
    });
    const { code, stdout, stderr } = await devs('retry add-users --json', app);
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as { ok: boolean }).ok, true);
    assert.equal(stderr, 'A rewind of a was cut off and is finished now.\n');
    assert.deepEqual(done, ['recover', 'retry']);
  });

  it('does not keep a command from telling what is wrong with the state', async () => {
    const recover = () => Promise.reject(new StateError('The disk is full.'));
    const app = fakeApp(anOverview({ stateProblem: 'devs.db is newer.' }), { recover });
    const { code, stderr } = await devs('status', app);
    assert.deepEqual([code, stderr], [1, 'devs.db is newer.\n']);
  });
});
