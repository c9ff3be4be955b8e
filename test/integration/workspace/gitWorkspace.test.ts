import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createWorkspace } from '../../../src/platform/workspace/createWorkspace';
import { scratchFolder, type ScratchFolder } from './scratchFolder';

describe('a workspace in a git repository', () => {
  let folder: ScratchFolder;
  beforeEach(() => {
    folder = scratchFolder();
    folder.git(['init', '-q']);
  });
  afterEach(() => folder.remove());

  const workspace = (below = '') =>
    createWorkspace({ workspaceDir: join(folder.path, below), environment: folder.environment });
  const paths = async (below = '') => [...(await workspace(below).snapshot()).files.keys()];

  it('holds tracked and unignored files and tells them apart, but no ignored one', async () => {
    folder.write('.gitignore', 'dist/\n*.log\n');
    folder.write('kept.log', 'tracked although ignored');
    folder.write('dist/out.js', '');
    folder.write('noise.log', '');
    folder.git(['add', '-f', 'kept.log']);
    const { files, untracked } = await workspace().snapshot();
    assert.deepEqual([...files.keys()], ['.gitignore', 'kept.log']);
    assert.deepEqual([...untracked], ['.gitignore']);
  });

  it('takes content from the disk, not from the index', async () => {
    folder.write('a.txt', 'one');
    folder.git(['add', '.']);
    const before = await workspace().snapshot();
    folder.write('a.txt', 'two');
    const after = await workspace().snapshot();
    assert.notEqual(before.files.get('a.txt'), after.files.get('a.txt'));
  });

  it('leaves out deleted files although the index still has them', async () => {
    folder.write('a.txt', 'a');
    folder.write('b.txt', 'b');
    folder.git(['add', '.']);
    rmSync(join(folder.path, 'a.txt'));
    assert.deepEqual(await paths(), ['b.txt']);
  });

  it('lists a file in conflict once', async () => {
    folder.write('a.txt', 'base');
    folder.git(['add', '.']);
    folder.git(['commit', '-qm', 'base']);
    folder.git(['checkout', '-qb', 'other']);
    folder.write('a.txt', 'theirs');
    folder.git(['commit', '-qam', 'theirs']);
    folder.git(['checkout', '-q', '-']);
    folder.write('a.txt', 'ours');
    folder.git(['commit', '-qam', 'ours']);
    assert.throws(() => folder.git(['merge', '-q', 'other']));
    assert.deepEqual(await paths(), ['a.txt']);
  });

  it('knows files with odd names', async () => {
    const names = [
      'new\nline',
      'qu"ote',
      "it's",
      'übung – 試験',
      '-rf',
      ' lead',
      'tab\there',
      '$(x)',
    ];
    for (const name of names) folder.write(name, name);
    assert.deepEqual((await paths()).sort(), [...names].sort());
    folder.git(['add', '-A']);
    const { files, untracked } = await workspace().snapshot();
    assert.deepEqual([...files.keys()].sort(), [...names].sort());
    assert.equal(untracked.size, 0);
  });

  it('knows a file whose name is no UTF-8, and notices its edits', async () => {
    const name = Buffer.concat([Buffer.from(`${folder.path}/caf`), Buffer.from([0xe9])]);
    writeFileSync(name, 'one');
    const before = await workspace().snapshot();
    writeFileSync(name, 'two');
    const after = await workspace().snapshot();
    assert.deepEqual([...before.files.keys()], ['caf\\xE9']);
    assert.notEqual(before.files.get('caf\\xE9'), after.files.get('caf\\xE9'));
  });

  it('tells a name that is no UTF-8 from one that reads like it, whether listed by git, walked or asked for', async () => {
    const twins = [[0xff], [...Buffer.from('\\xFF')], [...Buffer.from('\\x5CxFF')]];
    for (const git of [true, false]) {
      if (!git) rmSync(join(folder.path, '.git'), { recursive: true });
      for (const [at, name] of twins.entries()) {
        const path = Buffer.from([...Buffer.from(`${folder.path}/y`), ...name]);
        writeFileSync(path, `one ${at}`);
        const before = await workspace().snapshot();
        writeFileSync(path, `two ${at}`);
        const after = await workspace().snapshot();
        const keys = [...after.files.keys()];
        const changed = keys.filter((key) => before.files.get(key) !== after.files.get(key));
        assert.equal(new Set(keys).size, git ? at + 1 : 3);
        assert.deepEqual(changed, [['y\\xFF', 'y\\x5CxFF', 'y\\x5Cx5CxFF'][at]]);
      }
    }
  });

  it('hashes a link by its text and never looks through it', async () => {
    const secret = join(folder.path, '..', 'secret.txt');
    writeFileSync(secret, 'one');
    symlinkSync(secret, join(folder.path, 'link'));
    symlinkSync('/', join(folder.path, 'everything'));
    const before = await workspace().snapshot();
    writeFileSync(secret, 'two');
    const after = await workspace().snapshot();
    assert.deepEqual([...before.files.keys()], ['everything', 'link']);
    assert.deepEqual(before.files, after.files);
    rmSync(join(folder.path, 'link'));
    symlinkSync('elsewhere', join(folder.path, 'link'));
    assert.notEqual((await workspace().snapshot()).files.get('link'), before.files.get('link'));
  });

  it('does not read tracked files through a folder that has become a link', async () => {
    folder.write('sub/a.txt', 'inside');
    folder.git(['add', '.']);
    const outside = join(folder.path, '..', 'outside');
    renameSync(join(folder.path, 'sub'), outside);
    symlinkSync(outside, join(folder.path, 'sub'));
    assert.deepEqual(await paths(), ['sub']);
  });

  it('tells a file that became executable from the one before', async () => {
    const file = folder.write('run.sh', '#!/bin/sh\n');
    const reader = workspace();
    const before = await reader.snapshot();
    chmodSync(file, 0o755);
    const after = await reader.snapshot();
    assert.notEqual(before.files.get('run.sh'), after.files.get('run.sh'));
  });

  it('names a pipe that took the place of a tracked file, without opening it', async () => {
    const file = folder.write('a.txt', 'a');
    folder.git(['add', '.']);
    rmSync(file);
    execFileSync('mkfifo', [file]);
    assert.deepEqual([...(await workspace().snapshot()).files], [['a.txt', 'special:pipe']]);
  });

  it('covers only the workspace when it is a folder inside the repository', async () => {
    folder.write('above.txt', '');
    folder.write('packages/one/in.txt', '');
    folder.write('packages/one/.gitignore', 'out\n');
    folder.write('packages/one/out', '');
    folder.git(['add', '.']);
    assert.deepEqual(await paths('packages/one'), ['.gitignore', 'in.txt']);
  });

  it('goes into nested repositories, and by their own rules', async () => {
    folder.write('nested/.gitignore', 'ignored\n');
    folder.write('nested/ignored', '');
    folder.write('nested/deep/er/a.txt', '');
    folder.git(['init', '-q'], 'nested');
    folder.git(['init', '-q'], 'nested/deep/er');
    folder.git(['add', '-A'], 'nested/deep/er');
    folder.git(['commit', '-qm', 'x'], 'nested/deep/er');
    folder.git(['add', '.gitignore'], 'nested');
    folder.git(['commit', '-qm', 'x'], 'nested');
    assert.deepEqual(await paths(), ['nested/.gitignore', 'nested/deep/er/a.txt']);
  });

  it('goes into submodules and sees edits there', async () => {
    const other = scratchFolder();
    try {
      other.git(['init', '-q']);
      other.write('lib.txt', 'lib');
      other.git(['add', '.']);
      other.git(['commit', '-qm', 'lib']);
      folder.git(['submodule', '--quiet', 'add', other.path, 'vendor/lib']);
    } finally {
      other.remove();
    }
    const before = await workspace().snapshot();
    assert.deepEqual([...before.files.keys()], ['.gitmodules', 'vendor/lib/lib.txt']);
    assert.deepEqual([...before.untracked], []);
    folder.write('vendor/lib/lib.txt', 'edited');
    const after = await workspace().snapshot();
    const name = 'vendor/lib/lib.txt';
    assert.notEqual(before.files.get(name), after.files.get(name));
  });

  it('finds nothing in a submodule that was never fetched', async () => {
    folder.write('a.txt', '');
    folder.git(['add', '.']);
    const id = '1234567890123456789012345678901234567890';
    folder.git(['update-index', '--add', '--cacheinfo', `160000,${id},lib`]);
    mkdirSync(join(folder.path, 'lib'));
    assert.deepEqual(await paths(), ['a.txt']);
  });

  it('walks a workspace that an outer repository ignores as a whole', async () => {
    folder.write('.gitignore', '*\n');
    folder.write('project/a.txt', '');
    assert.deepEqual(await paths('project'), ['a.txt']);
  });

  it('walks when git refuses the repository because of its owner', async () => {
    if (process.getuid?.() !== 0) return;
    folder.write('.gitignore', 'out\n');
    folder.write('out', '');
    folder.write('a.txt', '');
    execFileSync('chown', ['-R', '12345:12345', folder.path]);
    assert.throws(() => folder.git(['status']), /dubious ownership/);
    const { files, untracked } = await workspace().snapshot();
    assert.deepEqual([...files.keys()], ['.gitignore', 'a.txt']);
    assert.equal(untracked.size, 2);
  });

  it('is not led astray by variables that git sets for its hooks', async () => {
    const other = scratchFolder();
    try {
      folder.write('mine.txt', '');
      folder.git(['add', '.']);
      other.git(['init', '-q']);
      const environment = {
        ...folder.environment,
        GIT_DIR: join(other.path, '.git'),
        GIT_WORK_TREE: other.path,
        GIT_INDEX_FILE: join(other.path, '.git/index'),
      };
      const { files, untracked } = await createWorkspace({
        workspaceDir: folder.path,
        environment,
      }).snapshot();
      assert.deepEqual([...files.keys()], ['mine.txt']);
      assert.equal(untracked.size, 0);
    } finally {
      other.remove();
    }
  });

  it('starts nothing that the repository names and leaves the index as it was', async () => {
    const trap = folder.write('trap.sh', `#!/bin/sh\ntouch "${folder.path}/sprung"\n`);
    chmodSync(trap, 0o755);
    folder.git(['add', '.']);
    for (const hook of ['post-index-change', 'fsmonitor-watchman']) {
      writeFileSync(join(folder.path, '.git/hooks', hook), readFileSync(trap), { mode: 0o755 });
    }
    folder.git(['config', 'core.fsmonitor', trap]);
    writeFileSync(trap, readFileSync(trap));
    const index = readFileSync(join(folder.path, '.git/index'));
    await workspace().snapshot();
    assert.ok(!existsSync(join(folder.path, 'sprung')));
    assert.deepEqual(readFileSync(join(folder.path, '.git/index')), index);
  });

  it('never starts a program of the workspace that is called git', async () => {
    const trap = folder.write('bin/git', `#!/bin/sh\ntouch "${folder.path}/sprung"\n`);
    chmodSync(trap, 0o755);
    const environment = {
      ...folder.environment,
      PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`,
    };
    await createWorkspace({ workspaceDir: folder.path, environment }).snapshot();
    assert.ok(!existsSync(join(folder.path, 'sprung')));
  });
});
