import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Worktree } from '../../../src/ports/worktrees';
import { everythingIn } from '../checkpoints/checkpointScene';
import { readText } from '../../support/readText';
import { worktreeScene, type WorktreeScene } from './worktreeScene';

const NOTHING = { copy: [] };

describe('worktrees of tasks', () => {
  let scene: WorktreeScene;
  beforeEach(() => {
    scene = worktreeScene();
    scene.write('.gitignore', 'ignored/\n.env\n');
    scene.write('a.txt', 'one\n');
    scene.write('b.txt', 'two\n');
    scene.git(['add', '-A']);
    scene.git(['commit', '-qm', 'first']);
  });
  afterEach(() => scene.remove());
  const open = (taskId = 'fix', copy: readonly string[] = []): Promise<Worktree> =>
    scene.worktrees().open(taskId, { copy });
  const inside = (worktree: Worktree, path: string): string => join(worktree.directory, path);

  /** What the user has besides the objects, which only grow, and the worktrees: path → bytes. */
  const repositoryBytes = (): ReadonlyMap<string, string> =>
    new Map(
      [...everythingIn(join(scene.work, '.git'))].filter(
        ([path]) => !/\.git\/(?:objects|worktrees)(?:\/|$)/.test(path),
      ),
    );

  describe('making one', () => {
    it('has the workspace as the user sees it, and touches nothing of the user', async () => {
      scene.write('a.txt', 'stashed');
      scene.git(['stash', '-q']);
      scene.write('staged.txt', 'staged\n');
      scene.git(['add', 'staged.txt']);
      scene.write('staged.txt', 'edited after staging\n');
      scene.write('untracked.txt', 'untracked\n');
      scene.write('ignored/big', 'ignored\n');
      rmSync(join(scene.work, 'b.txt'));
      const hook = `#!/bin/sh\ntouch "${scene.base}/sprung"\n`;
      mkdirSync(join(scene.work, '.git/hooks'), { recursive: true });
      for (const name of ['post-checkout', 'post-index-change', 'reference-transaction'])
        writeFileSync(join(scene.work, '.git/hooks', name), hook, { mode: 0o755 });
      const before = [repositoryBytes(), scene.read('a.txt')];
      const worktree = await open();
      assert.deepEqual([repositoryBytes(), scene.read('a.txt')], before);
      assert.ok(!existsSync(join(scene.base, 'sprung')));
      const files = ['a.txt', 'b.txt', 'staged.txt', 'untracked.txt', 'ignored/big'];
      assert.deepEqual(
        files.map((path) => readText(inside(worktree, path))),
        ['one\n', undefined, 'edited after staging\n', 'untracked\n', undefined],
      );
      assert.equal(scene.git(['status', '--porcelain'], worktree.directory), '');
      assert.ok(worktree.directory.startsWith(join(scene.state, 'worktrees')));
    });

    it('has git read its files once after they are written, and again only for what a setup changed', async () => {
      const readings = ['add', 'read-tree', 'update-index'];
      const take = scene.noteCommands();
      const takeReadings = (): readonly string[] =>
        take().filter((name) => readings.includes(name));
      const worktree = await open();
      // Those of the workspace.
      assert.deepEqual(takeReadings(), ['add']);
      await worktree.finishSetup();
      assert.deepEqual(takeReadings(), ['read-tree', 'add']);
      const other = await open('other');
      takeReadings();
      writeFileSync(inside(other, 'a.txt'), 'set up\n');
      await other.finishSetup();
      assert.deepEqual(takeReadings(), ['read-tree', 'add', 'read-tree', 'update-index']);
      assert.equal(scene.git(['status', '--porcelain'], other.directory), '');
    });

    it('asks git for each fact once, as starting it takes long', async () => {
      const take = scene.noteCommands();
      const countQuestions = (): number => take().filter((name) => name === 'rev-parse').length;
      const worktree = await open();
      // The folders, HEAD, the index, a move that was cut off.
      assert.equal(countQuestions(), 4);
      await worktree.finishSetup();
      // The base and its tree, the index of the worktree.
      assert.equal(countQuestions(), 2);
      writeFileSync(inside(worktree, 'a.txt'), 'changed\n');
      const merged = await worktree.merge('files', []);
      assert.equal(merged.kind, 'merged');
      // An operation of the user, the base and its tree.
      assert.equal(countQuestions(), 2);
    });

    it('sees an edit of the second in which the index was written', async () => {
      // As on a file system whose times are whole seconds.
      scene.git(['config', 'core.trustctime', 'false']);
      const [file, index] = [join(scene.work, 'a.txt'), join(scene.work, '.git/index')];
      scene.write('a.txt', 'abc\n');
      utimesSync(file, 1_700_000_000, 1_700_000_000);
      scene.git(['add', 'a.txt']);
      utimesSync(index, 1_700_000_000, 1_700_000_000);
      scene.write('a.txt', 'xyz\n');
      utimesSync(file, 1_700_000_000, 1_700_000_000);
      assert.equal(readText(inside(await open(), 'a.txt')), 'xyz\n');
    });

    it('works before the first commit', async () => {
      rmSync(join(scene.work, '.git'), { recursive: true });
      scene.git(['init', '-q']);
      assert.equal(readText(inside(await open(), 'a.txt')), 'one\n');
    });

    it('brings ignored files along that are named, and none that are missing', async () => {
      scene.write('.env', 'SECRET=1\n');
      scene.write('ignored/deep/x', 'x\n');
      scene.write('ignored/y.json', 'y\n');
      const named = await open('named', ['.env', 'ignored', 'missing']);
      assert.equal(readText(inside(named, '.env')), 'SECRET=1\n');
      assert.equal(readText(inside(named, 'ignored/deep/x')), 'x\n');
      const matched = await open('matched', ['ignored/*.json', '.e*']);
      assert.equal(readText(inside(matched, 'ignored/y.json')), 'y\n');
      assert.equal(readText(inside(matched, '.env')), 'SECRET=1\n');
      assert.ok(!existsSync(inside(matched, 'ignored/deep')));
    });

    it('names a block of ports that are free', async () => {
      const { variables } = await open();
      assert.equal(variables['DEVS_WORKTREE'], (await open()).directory);
      const port = Number(variables['DEVS_PORT']);
      const server = createServer();
      await new Promise<void>((done) => server.listen(port + 9, done));
      try {
        assert.notEqual((await open()).variables['DEVS_PORT'], String(port));
      } finally {
        await new Promise((done) => server.close(done));
      }
      assert.equal((await open()).variables['DEVS_PORT'], String(port));
    });

    it('holds ids that differ in case alone apart, whatever the file system', async () => {
      const folders = [];
      for (const id of ['Fix', 'fix', '../../x', '.', 'ü'])
        folders.push((await open(id)).directory);
      assert.equal(new Set(folders.map((folder) => folder.toLowerCase())).size, 5);
      for (const folder of folders) assert.ok(folder.startsWith(join(scene.state, 'worktrees/')));
    });

    it('takes the folder of the workspace where that is a part of its repository', async () => {
      scene.write('packages/cart/c.txt', 'cart\n');
      const cart = join(scene.work, 'packages/cart');
      const worktree = await scene.worktrees(cart).open('fix', NOTHING);
      assert.equal(readText(join(worktree.directory, 'c.txt')), 'cart\n');
      assert.equal(readText(join(worktree.directory, '../../a.txt')), 'one\n');
    });

    it('is made where the state folder is not there yet, behind a link or not', async () => {
      for (const folder of ['none/yet', 'linked/yet']) {
        symlinkSync(scene.state, join(scene.base, 'linked'));
        const worktrees = scene.worktrees(scene.work, join(scene.base, folder));
        assert.equal(await worktrees.findProblem({ commits: false }), undefined);
        const { directory } = await worktrees.open('fix', { copy: [] });
        assert.ok(existsSync(directory));
        await worktrees.remove('fix');
        rmSync(join(scene.base, 'linked'));
      }
    });

    it('leaves out a state folder that lies in the workspace', async () => {
      const own = worktreeScene();
      try {
        rmSync(own.state, { recursive: true });
        own.git(['init', '-q'], own.base);
        rmSync(join(own.work, '.git'), { recursive: true });
        mkdirSync(own.state);
        own.write('a.txt', 'one\n');
        writeFileSync(join(own.state, 'devs.db'), 'x');
        const worktree = await own.worktrees(own.base).open('fix', NOTHING);
        assert.deepEqual(readdirSync(worktree.directory).sort(), ['.git', 'gitconfig', 'work']);
      } finally {
        own.remove();
      }
    });

    it('keeps a sparse checkout sparse, and deletes nothing that is left out of it', async () => {
      scene.write('big/x.txt', 'x\n');
      scene.git(['add', '-A']);
      scene.git(['commit', '-qm', 'big']);
      scene.git(['sparse-checkout', 'set', '--cone', 'small']);
      assert.ok(!existsSync(join(scene.work, 'big')));
      const worktree = await open();
      assert.ok(!existsSync(inside(worktree, 'big')));
      writeFileSync(inside(worktree, 'a.txt'), 'changed\n');
      const merged = await worktree.merge('head', []);
      assert.deepEqual(merged.kind === 'merged' && merged.paths, [
        { path: 'a.txt', action: 'changed' },
      ]);
    });

    it('has the files of submodules and other repositories as they are, which never land', async () => {
      for (const name of ['library', 'own']) {
        const folder = join(scene.base, 'others', name);
        mkdirSync(folder, { recursive: true });
        scene.git(['init', '-q'], folder);
        writeFileSync(join(folder, 'code.js'), name);
        scene.git(['add', '-A'], folder);
        scene.git(['commit', '-qm', 'x'], folder);
      }
      scene.git(['submodule', '--quiet', 'add', join(scene.base, 'others/library'), 'library']);
      scene.git(['clone', '-q', join(scene.base, 'others/own'), 'nested/own']);
      scene.git(['commit', '-qm', 'submodule']);
      scene.write('library/code.js', 'edited in the submodule');
      const worktree = await open();
      assert.equal(readText(inside(worktree, 'library/code.js')), 'edited in the submodule');
      assert.equal(readText(inside(worktree, 'nested/own/code.js')), 'own');
      assert.equal(scene.git(['status', '--porcelain', '-uno'], worktree.directory), '');
      assert.deepEqual(await worktree.merge('files', []), { kind: 'nothing' });
      writeFileSync(inside(worktree, 'a.txt'), 'changed');
      const merged = await worktree.merge('files', []);
      assert.ok(merged.kind === 'merged' && merged.isVerified);
      assert.deepEqual(
        merged.paths.map(({ path }) => path),
        ['a.txt'],
      );
      await worktree.bringTo({ base: merged.onto, files: merged.merged });
      assert.equal(readText(inside(worktree, 'library/code.js')), 'edited in the submodule');
      for (const path of ['library/code.js', 'nested/own/new.js']) {
        writeFileSync(inside(worktree, path), 'changed by the agent');
        assert.deepEqual(await worktree.merge('files', []), {
          kind: 'refused',
          why: `it changed ${path}, which is in another repository than the workspace and never lands`,
        });
        const artefacts = ['library/code.js', 'nested/own/new.js'];
        assert.notEqual((await worktree.merge('files', artefacts)).kind, 'refused');
        rmSync(inside(worktree, path));
        if (path === 'library/code.js') {
          await scene.worktrees().remove('fix');
          await open();
        }
      }
    });

    it('does not lose the files of a repository that the task made', async () => {
      const worktree = await open();
      const make = (name: string): void => {
        scene.git(['init', '-q', inside(worktree, name)]);
        writeFileSync(inside(worktree, `${name}/code.js`), name);
      };
      make('vendor');
      await worktree.finishSetup();
      assert.deepEqual(await worktree.merge('files', []), { kind: 'nothing' });
      make('app');
      writeFileSync(inside(worktree, 'a.txt'), 'changed');
      assert.deepEqual(await worktree.merge('files', []), {
        kind: 'refused',
        why: 'it made the git repository app, whose files never land; remove app/.git, or let git ignore the folder',
      });
      assert.equal((await worktree.merge('files', ['app/code.js'])).kind, 'merged');
      rmSync(inside(worktree, 'app/.git'), { recursive: true });
      const merged = await worktree.merge('files', []);
      assert.deepEqual(merged.kind === 'merged' && merged.paths.map(({ path }) => path), [
        'a.txt',
        'app/code.js',
      ]);
    });

    it('has the content of files that a filter keeps elsewhere, and stores their pointers', async () => {
      const store = join(scene.base, 'large');
      mkdirSync(store);
      const script = (name: string, text: string): string => {
        const path = join(scene.base, name);
        writeFileSync(path, `#!/bin/sh\n${text}\n`);
        chmodSync(path, 0o755);
        return path;
      };
      scene.git([
        ...['config', 'filter.large.clean'],
        script(
          'clean',
          `cat > ${store}/tmp; h=$(cksum < ${store}/tmp | tr ' ' -); mv ${store}/tmp ${store}/$h; echo "pointer $h"`,
        ),
      ]);
      scene.git(['config', 'filter.large.smudge', script('smudge', `read p h; cat ${store}/$h`)]);
      scene.write('.gitattributes', '*.bin filter=large\n');
      scene.write('x.bin', 'the large content\n');
      const worktree = await open();
      assert.equal(readText(inside(worktree, 'x.bin')), 'the large content\n');
      assert.match(scene.git(['show', 'HEAD:x.bin'], worktree.directory), /^pointer /);
    });
  });

  describe('outside of what git can use', () => {
    it('says what to do without a repository, and leaves nothing behind', async () => {
      rmSync(join(scene.work, '.git'), { recursive: true });
      const why = await scene.worktrees().findProblem({ commits: false });
      assert.match(
        why ?? '',
        /is in none that git can use.*Run `git init` there, or remove `isolate`/,
      );
      await assert.rejects(open(), { name: 'StateError', message: why ?? '' });
      assert.deepEqual(await scene.worktrees().list(), []);
    });

    it('finds nothing wrong before there is a state folder', async () => {
      rmSync(scene.state, { recursive: true });
      assert.equal(await scene.worktrees().findProblem({ commits: false }), undefined);
    });

    it('says so in a folder that its repository ignores', async () => {
      scene.write('ignored/project/x', 'x');
      const folder = join(scene.work, 'ignored/project');
      assert.match(
        (await scene.worktrees(folder).findProblem({ commits: false })) ?? '',
        /ignores/,
      );
    });

    it('leaves nothing behind where git cannot read a file', async () => {
      scene.git(['config', 'filter.broken.clean', 'false']);
      scene.git(['config', 'filter.broken.required', 'true']);
      scene.write('.gitattributes', '*.bin filter=broken\n');
      scene.write('x.bin', 'x');
      await assert.rejects(open(), { name: 'StateError', message: /git add failed .*x\.bin/ });
      assert.deepEqual(await scene.worktrees().list(), []);
      assert.ok(!scene.git(['worktree', 'list']).includes(scene.state));
    });
  });

  describe('opening one again', () => {
    it('finds the files as they were, also after the user went on', async () => {
      const first = await open();
      await first.finishSetup();
      writeFileSync(inside(first, 'a.txt'), 'by the agent\n');
      scene.write('a.txt', 'by the user\n');
      const again = await open();
      assert.equal(readText(inside(again, 'a.txt')), 'by the agent\n');
      assert.equal((await scene.worktrees().find('fix'))?.directory, again.directory);
      assert.equal(await scene.worktrees().find('other'), undefined);
    });

    it('knows whether setup has run, and takes what that changed for no change of the task', async () => {
      const worktree = await open();
      assert.ok(worktree.isNew);
      writeFileSync(inside(worktree, 'lock.json'), 'made by setup\n');
      await worktree.finishSetup();
      const again = await open();
      assert.ok(!again.isNew);
      assert.deepEqual(await again.merge('files', []), { kind: 'nothing' });
    });

    it('makes one anew whose setup did not finish, from the workspace as it is by then', async () => {
      writeFileSync(inside(await open(), 'half.txt'), 'by a setup that failed\n');
      scene.write('a.txt', 'mended by the user\n');
      const again = await open();
      assert.ok(again.isNew);
      assert.equal(readText(inside(again, 'half.txt')), undefined);
      assert.equal(readText(inside(again, 'a.txt')), 'mended by the user\n');
    });

    it('makes one anew whose files are gone, or that belongs to another repository', async () => {
      const { directory } = await open();
      rmSync(directory, { recursive: true });
      assert.equal(readText(inside(await open(), 'a.txt')), 'one\n');
      rmSync(join(scene.work, '.git'), { recursive: true });
      scene.git(['init', '-q']);
      scene.write('a.txt', 'in another repository\n');
      assert.equal(readText(inside(await open(), 'a.txt')), 'in another repository\n');
    });
  });

  describe('removing one', () => {
    it('leaves nothing of it, here or in the repository', async () => {
      const before = repositoryBytes();
      await open();
      await open('other');
      assert.deepEqual(
        new Set((await scene.worktrees().list()).map(({ taskId }) => taskId)),
        new Set(['fix', 'other']),
      );
      await scene.worktrees().remove('fix');
      await scene.worktrees().remove('other');
      await scene.worktrees().remove('never made');
      assert.deepEqual(await scene.worktrees().list(), []);
      assert.deepEqual(readdirSync(join(scene.state, 'worktrees')), []);
      assert.deepEqual(readdirSync(join(scene.work, '.git/worktrees')), []);
      assert.deepEqual(repositoryBytes(), before);
    });

    it('works where the repository is gone', async () => {
      await open();
      rmSync(join(scene.work, '.git'), { recursive: true });
      await scene.worktrees().remove('fix');
      assert.deepEqual(await scene.worktrees().list(), []);
    });
  });
});
