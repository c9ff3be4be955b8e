import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createWorkspace } from '../../../src/platform/workspace/createWorkspace';
import { asOrdinaryUser } from './asOrdinaryUser';
import { scratchFolder, type ScratchFolder } from './scratchFolder';

describe('a workspace without git', () => {
  let folder: ScratchFolder;
  beforeEach(() => (folder = scratchFolder()));
  afterEach(() => folder.remove());

  const workspace = (now?: () => number) =>
    createWorkspace({
      workspaceDir: folder.path,
      environment: { PATH: '' },
      ...(now === undefined ? {} : { now }),
    });
  const paths = async () => [...(await workspace().snapshot()).files.keys()];

  it('holds every file but those that .gitignore files, .git and node_modules keep out', async () => {
    folder.write('.gitignore', 'dist/\n*.log\n!keep.log\n/only-here\n');
    folder.write('a.txt', '');
    folder.write('x.log', '');
    folder.write('keep.log', '');
    folder.write('only-here', '');
    folder.write('sub/only-here', '');
    folder.write('sub/.gitignore', 'local\n/top\n!back.log\r\n');
    folder.write('sub/back.log', '');
    folder.write('sub/local', '');
    folder.write('sub/deep/local', '');
    folder.write('sub/top', '');
    folder.write('sub/deep/top', '');
    folder.write('dist/out', '');
    folder.write('.git/HEAD', '');
    folder.write('sub/node_modules/m/index.js', '');
    const { files, untracked } = await workspace().snapshot();
    assert.deepEqual(
      [...files.keys()],
      [
        '.gitignore',
        'a.txt',
        'keep.log',
        'sub/.gitignore',
        'sub/back.log',
        'sub/deep/top',
        'sub/only-here',
      ],
    );
    assert.deepEqual([...untracked], [...files.keys()]);
  });

  it('lists what git would list, whatever the ignore files say', async () => {
    const rules = ['build/', '!build/', 'a*', '/x/y', 'x/**/z', '**/q', '!a.txt', '#no', '\\#yes'];
    const names = ['a.txt', 'build/x', 'x/y', 'x/z', 'q', '#yes', '#no', 'x/1/z', 'odd [1] #/a'];
    for (const base of ['', 'sub/', 'odd [1] #/'])
      for (const name of names) folder.write(base + name, '');
    const shuffles = [rules, [...rules].reverse(), rules.filter((_, index) => index % 2 === 0)];
    for (const [index, own] of shuffles.entries()) {
      folder.write('.gitignore', own.join('\n'));
      folder.write('sub/.gitignore', (shuffles[(index + 1) % 3] ?? []).join('\n'));
      folder.write('odd [1] #/.gitignore', (shuffles[(index + 2) % 3] ?? []).join('\n'));
      const walked = await paths();
      folder.git(['init', '-q']);
      const listed = folder.git(['ls-files', '-z', '--others', '--exclude-standard']);
      rmSync(join(folder.path, '.git'), { recursive: true });
      assert.deepEqual(walked, listed.split('\0').filter(Boolean).sort(), own.join(' '));
    }
  });

  it('leaves out the state directory, where that lies inside', async () => {
    folder.write('.state/devs.db', '');
    folder.write('.state/lease/1', '');
    folder.write('.states', '');
    symlinkSync('.state', join(folder.path, 'link'));
    const stateDir = join(folder.path, 'link');
    const options = { workspaceDir: folder.path, stateDir, environment: folder.environment };
    const listed = async () => [...(await createWorkspace(options).snapshot()).files.keys()];
    assert.deepEqual(await listed(), ['.states', 'link']);
    folder.git(['init', '-q']);
    assert.deepEqual(await listed(), ['.states', 'link']);
  });

  it('does not follow links, not even into a circle', async () => {
    folder.write('sub/a.txt', '');
    symlinkSync('..', join(folder.path, 'sub/up'));
    assert.deepEqual(await paths(), ['sub/a.txt', 'sub/up']);
  });

  it('passes over pipes and sockets', async () => {
    folder.write('a.txt', '');
    execFileSync('mkfifo', [join(folder.path, 'pipe')]);
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(folder.path, 'socket'), done));
    try {
      assert.deepEqual(await paths(), ['a.txt']);
    } finally {
      await new Promise((done) => server.close(done));
    }
  });

  it('marks what may not be read instead of failing', async () => {
    chmodSync(folder.write('a.txt', 'a'), 0);
    folder.write('closed/b.txt', 'b');
    chmodSync(join(folder.path, 'closed'), 0);
    const { files } = await asOrdinaryUser(() => workspace().snapshot());
    chmodSync(join(folder.path, 'closed'), 0o700);
    assert.deepEqual(Object.fromEntries(files), { 'a.txt': 'unreadable', closed: 'unreadable' });
  });

  it('gives equal content equal hashes, and an empty file one too', async () => {
    folder.write('a', '');
    folder.write('b', '');
    folder.write('c', 'x'.repeat(3_000_000));
    folder.write('d', 'x'.repeat(3_000_000));
    folder.write('e', `${'x'.repeat(2_999_999)}y`);
    const { files } = await workspace().snapshot();
    assert.equal(files.get('a'), files.get('b'));
    assert.equal(files.get('c'), files.get('d'));
    assert.equal(new Set(files.values()).size, 3);
  });

  it('sees a second edit in the same tick of the clock, even with size and time kept', async () => {
    const reader = workspace();
    const file = folder.write('a.txt', 'one');
    const stamp = new Date();
    utimesSync(file, stamp, stamp);
    const before = await reader.snapshot();
    writeFileSync(file, 'two');
    utimesSync(file, stamp, stamp);
    const after = await reader.snapshot();
    assert.notEqual(before.files.get('a.txt'), after.files.get('a.txt'));
  });

  it('agrees with a fresh look after any mix of edits', async () => {
    const reader = workspace(() => Date.now() + 60_000);
    for (let round = 0; round < 5; round += 1) {
      folder.write('same.txt', 'never changes in length or place');
      folder.write('grows.txt', 'x'.repeat(round));
      folder.write(`new-${round}.txt`, 'new');
      if (round > 1) rmSync(join(folder.path, `new-${round - 2}.txt`));
      const kept = await reader.snapshot();
      assert.deepEqual(kept, await workspace().snapshot());
    }
  });

  it('refuses a folder that is gone, and says which', async () => {
    const reader = workspace();
    rmSync(folder.path, { recursive: true });
    await assert.rejects(reader.snapshot(), (error: Error) => error.message.includes(folder.path));
  });
});
