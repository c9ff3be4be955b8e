import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MergeResult, Worktree } from '../../../src/ports/worktrees';
import { readText } from '../../support/readText';
import { worktreeScene, type WorktreeScene } from './worktreeScene';

describe('merging what a worktree changed', () => {
  let scene: WorktreeScene;
  let worktree: Worktree;
  beforeEach(async () => {
    scene = worktreeScene();
    scene.write('.gitignore', 'ignored/\n');
    scene.write('a.txt', '1\n2\n3\n4\n5\n');
    scene.write('b.txt', 'two\n');
    scene.git(['add', '-A']);
    scene.git(['commit', '-qm', 'first']);
    scene.write('b.txt', 'two, edited by the user before\n');
    worktree = await scene.worktrees().open('fix', { copy: [] });
  });
  afterEach(() => scene.remove());
  const agentWrites = (path: string, text: string): void =>
    writeFileSync(join(worktree.directory, path), text);
  const inWorktree = (path: string): string | undefined => readText(join(worktree.directory, path));
  type Merged = Extract<MergeResult, { readonly kind: 'merged' }>;
  const merged = async (target: 'files' | 'head' = 'files'): Promise<Merged> => {
    const result = await worktree.merge(target, []);
    assert.ok(result.kind === 'merged');
    return result;
  };
  const show = (commit: string, path: string): string => scene.git(['show', `${commit}:${path}`]);

  it('is the change alone where nothing else changed, and needs no second verification', async () => {
    agentWrites('a.txt', '1\n2\n3\n4\n5\n6\n');
    agentWrites('new.txt', 'new\n');
    rmSync(join(worktree.directory, 'b.txt'));
    const { isVerified, paths } = await merged();
    assert.ok(isVerified);
    assert.deepEqual(paths, [
      { path: 'a.txt', action: 'changed' },
      { path: 'b.txt', action: 'deleted' },
      { path: 'new.txt', action: 'added' },
    ]);
  });

  it('can be looked at before, side by side, without the worktree, and taken back', async () => {
    assert.equal(await worktree.recordChange([]), undefined);
    agentWrites('a.txt', '1\n2\nTHREE\n4\n5\n6\n');
    agentWrites('new.txt', 'new\n');
    agentWrites('picture', 'a\0b');
    agentWrites('report.xml', '<x/>');
    rmSync(join(worktree.directory, 'b.txt'));
    const change = await worktree.recordChange(['report.xml']);
    assert.ok(change);
    assert.deepEqual([change.files, change.added, change.deleted], [4, 3, 2]);
    assert.equal((await worktree.recordChange(['report.xml']))?.tree, change.tree);
    assert.equal((await merged()).tree === change.tree, false, 'with the report it is another one');
    const others = scene.worktrees();
    assert.deepEqual(await others.listChange(change), [
      { path: 'a.txt', action: 'changed', lines: { added: 2, deleted: 1 } },
      { path: 'b.txt', action: 'deleted', lines: { added: 0, deleted: 1 } },
      { path: 'new.txt', action: 'added', lines: { added: 1, deleted: 0 } },
      { path: 'picture', action: 'added' },
    ]);
    const text = async (side: string, path: string): Promise<string | undefined> => {
      const content = await others.content(side, path);
      return content && Buffer.from(content).toString();
    };
    assert.equal(await text(`${change.commit}^`, 'b.txt'), 'two, edited by the user before\n');
    assert.equal(await text(change.commit, 'b.txt'), undefined);
    assert.equal(await text(change.commit, 'new.txt'), 'new\n');
    await worktree.dropChange(change);
    assert.equal(inWorktree('a.txt'), '1\n2\n3\n4\n5\n');
    assert.equal(inWorktree('new.txt'), undefined);
    assert.equal(inWorktree('b.txt'), 'two, edited by the user before\n');
  });

  it('shows what is a link or can be run in a change, and files whose name is no UTF-8', async () => {
    scene.git(['config', 'core.fileMode', 'true']);
    chmodSync(join(worktree.directory, 'a.txt'), 0o755);
    rmSync(join(worktree.directory, 'b.txt'));
    symlinkSync('/etc/passwd', join(worktree.directory, 'b.txt'));
    const odd = Buffer.concat([Buffer.from(`${worktree.directory}/odd`), Buffer.from([0xff])]);
    writeFileSync(odd, 'odd\n');
    const change = await worktree.recordChange([]);
    assert.ok(change);
    const others = scene.worktrees();
    assert.deepEqual(
      (await others.listChange(change)).map(({ path, kind }) => [path, kind]),
      [
        ['a.txt', { before: 'file', after: 'executable' }],
        ['b.txt', { before: 'file', after: 'link' }],
        [String.raw`odd\xFF`, undefined],
      ],
    );
    const content = await others.content(change.commit, String.raw`odd\xFF`);
    assert.equal(content && Buffer.from(content).toString(), 'odd\n');
    assert.equal(await others.content(`${change.commit}^`, String.raw`odd\xFF`), undefined);
  });

  it('can be looked at after `git gc` as long as its worktree is there, and leaves nothing behind', async () => {
    const references = (): string => scene.git(['for-each-ref', '--format=%(refname)']).trim();
    assert.equal(references(), 'refs/heads/main');
    agentWrites('new.txt', 'new\n');
    const first = await worktree.recordChange([]);
    agentWrites('new.txt', 'newer\n');
    const change = await worktree.recordChange([]);
    assert.ok(first !== undefined && change !== undefined);
    scene.git(['gc', '-q', '--prune=now']);
    const others = scene.worktrees();
    assert.deepEqual(
      (await others.listChange(change)).map(({ path }) => path),
      ['new.txt'],
    );
    assert.equal(String(await others.content(change.commit, 'new.txt')), 'newer\n');
    await assert.rejects(
      others.listChange(first),
      /`git gc` removed it/,
      'only the newest is kept',
    );
    await others.remove('fix');
    assert.equal(references(), 'refs/heads/main');
  });

  it('drops what is kept of a worktree that somebody else removed', async () => {
    agentWrites('new.txt', 'new\n');
    await worktree.recordChange([]);
    scene.git(['worktree', 'remove', '--force', worktree.directory]);
    await scene.worktrees().removeBroken();
    assert.equal(scene.git(['for-each-ref', 'refs/devs']), '');
  });

  it('says so where git has removed the change that was to be looked at', async () => {
    agentWrites('new.txt', 'new\n');
    const change = await worktree.recordChange([]);
    assert.ok(change);
    await scene.worktrees().forgetChange('fix');
    scene.git(['gc', '-q', '--prune=now']);
    await assert.rejects(
      scene.worktrees().listChange(change),
      /^StateError: .*`git gc` removed it/,
    );
  });

  it('finds what the agent committed, staged or hid from git', async () => {
    agentWrites('a.txt', 'committed\n');
    const git = (...args: readonly string[]): string => scene.git(args, worktree.directory);
    git('checkout', '-qb', 'own-branch');
    git('commit', '-qam', 'mine');
    agentWrites('staged.txt', 'staged\n');
    git('add', 'staged.txt');
    git('rm', '-q', '--cached', 'b.txt');
    agentWrites('.gitignore', '*.txt\n');
    assert.deepEqual(
      (await merged()).paths.map(({ path }) => path),
      ['.gitignore', 'a.txt'],
    );
  });

  it('leaves out what the verification wrote', async () => {
    agentWrites('report.xml', '<x/>');
    assert.deepEqual(await worktree.merge('files', ['report.xml']), { kind: 'nothing' });
  });

  it('joins it with what the user did meanwhile, without writing a file', async () => {
    agentWrites('a.txt', 'ONE\n2\n3\n4\n5\n');
    scene.write('a.txt', '1\n2\n3\n4\nFIVE\n');
    scene.write('users.txt', 'of the user\n');
    const { isVerified, paths, merged: commit } = await merged();
    assert.ok(!isVerified);
    assert.deepEqual(paths, [{ path: 'a.txt', action: 'changed' }]);
    assert.equal(show(commit, 'a.txt'), 'ONE\n2\n3\n4\nFIVE\n');
    assert.equal(show(commit, 'users.txt'), 'of the user\n');
    assert.equal(scene.read('a.txt'), '1\n2\n3\n4\nFIVE\n');
    assert.equal(inWorktree('a.txt'), 'ONE\n2\n3\n4\n5\n');
  });

  it('lands on the commit without the edits that the user has not committed', async () => {
    agentWrites('a.txt', 'ONE\n2\n3\n4\n5\n');
    const { merged: commit, paths } = await merged('head');
    assert.deepEqual(paths, [{ path: 'a.txt', action: 'changed' }]);
    assert.equal(show(commit, 'b.txt'), 'two\n');
  });

  it('lands on another branch that the user switched to', async () => {
    scene.git(['stash', '-q']);
    scene.git(['checkout', '-qb', 'other']);
    scene.write('a.txt', '1\n2\n3\n4\nof the other branch\n');
    scene.git(['commit', '-qam', 'other']);
    agentWrites('a.txt', 'ONE\n2\n3\n4\n5\n');
    const { merged: commit } = await merged();
    assert.equal(show(commit, 'a.txt'), 'ONE\n2\n3\n4\nof the other branch\n');
    assert.equal(show(commit, 'b.txt'), 'two\n');
  });

  it('names the files in conflict', async () => {
    agentWrites('a.txt', 'of the agent\n');
    agentWrites('b.txt', 'of the agent\n');
    agentWrites('c.txt', 'c\n');
    scene.write('a.txt', 'of the user\n');
    rmSync(join(scene.work, 'b.txt'));
    const result = await worktree.merge('files', []);
    assert.ok(result.kind === 'conflict');
    assert.deepEqual(result.paths, ['a.txt', 'b.txt']);
    await worktree.bringTo({ base: result.onto, files: result.merged });
    assert.match(inWorktree('a.txt') ?? '', /<<<<<<<[^]*of the user[^]*of the agent[^]*>>>>>>>/);
    assert.equal(inWorktree('c.txt'), 'c\n');
    agentWrites('a.txt', 'of both\n');
    agentWrites('b.txt', 'kept\n');
    assert.deepEqual((await merged()).paths, [
      { path: 'a.txt', action: 'changed' },
      { path: 'b.txt', action: 'added' },
      { path: 'c.txt', action: 'added' },
    ]);
  });

  it('waits for the end of a rebase, a merge and a bisection in the workspace', async () => {
    agentWrites('a.txt', 'ONE\n');
    for (const [path, operation] of [
      ['rebase-merge', 'rebase'],
      ['MERGE_HEAD', 'merge'],
      ['BISECT_LOG', 'bisect'],
    ] as const) {
      const file = join(scene.work, '.git', path);
      if (path === 'rebase-merge') mkdirSync(file);
      else writeFileSync(file, '');
      assert.deepEqual(await worktree.merge('files', []), {
        kind: 'refused',
        why: `a ${operation} is in progress in the workspace; finish or abort it`,
      });
      rmSync(file, { recursive: true });
    }
    await merged();
  });

  it('refuses what lies outside of the workspace', async () => {
    scene.write('packages/cart/c.txt', 'cart\n');
    const cart = await scene
      .worktrees(join(scene.work, 'packages/cart'))
      .open('cart', { copy: [] });
    writeFileSync(join(cart.directory, 'c.txt'), 'changed\n');
    assert.deepEqual(((await cart.merge('files', [])) as Merged).paths, [
      { path: 'c.txt', action: 'changed' },
    ]);
    writeFileSync(join(cart.directory, '../../a.txt'), 'changed\n');
    assert.deepEqual(await cart.merge('files', []), {
      kind: 'refused',
      why: 'it changed files outside of the workspace, which never land: a.txt',
    });
  });

  it('refuses a change in a file that the user has moved out of the workspace', async () => {
    const lines = '1\n2\n3\n4\n5\n';
    scene.write('packages/cart/c.txt', lines);
    const cart = await scene
      .worktrees(join(scene.work, 'packages/cart'))
      .open('cart', { copy: [] });
    for (const text of [`${lines}6\n`, lines.replace('1', 'ONE')]) {
      writeFileSync(join(cart.directory, 'c.txt'), text);
      rmSync(join(scene.work, 'packages/cart/c.txt'), { force: true });
      scene.write('moved/c.txt', lines.replace('1', 'one'));
      assert.deepEqual(await cart.merge('files', []), {
        kind: 'refused',
        why: 'its change would go into moved/c.txt, which was moved out of the workspace, and there nothing lands; move it back',
      });
    }
  });

  it('says so where the workspace is gone', async () => {
    agentWrites('a.txt', 'ONE\n');
    rmSync(scene.work, { recursive: true });
    await assert.rejects(worktree.merge('files', []), { name: 'StateError' });
  });

  describe('bringing the worktree to a merged state', () => {
    it('leaves the change of the task alone against the new base', async () => {
      agentWrites('a.txt', 'ONE\n2\n3\n4\n5\n');
      mkdirSync(join(worktree.directory, 'ignored'));
      agentWrites('ignored/x', 'kept\n');
      scene.write('users.txt', 'of the user\n');
      rmSync(join(scene.work, 'b.txt'));
      const { onto, merged: files } = await merged();
      await worktree.bringTo({ base: onto, files });
      assert.equal(inWorktree('users.txt'), 'of the user\n');
      assert.equal(inWorktree('b.txt'), undefined);
      assert.equal(inWorktree('ignored/x'), 'kept\n');
      assert.equal(scene.git(['status', '--porcelain'], worktree.directory), ' M a.txt\n');
      const again = await merged();
      assert.ok(again.isVerified);
      assert.deepEqual(again.paths, [{ path: 'a.txt', action: 'changed' }]);
    });

    it('works with submodule.recurse', async () => {
      const library = join(scene.base, 'library');
      mkdirSync(library);
      scene.git(['init', '-q'], library);
      scene.git(['commit', '-q', '--allow-empty', '-m', 'first'], library);
      const add = ['submodule', '--quiet', 'add', library, 'library'];
      scene.git(['-c', 'protocol.file.allow=always', ...add]);
      scene.git(['commit', '-qm', 'library']);
      scene.git(['config', 'submodule.recurse', 'true']);
      worktree = await scene.worktrees().open('other', { copy: [] });
      agentWrites('a.txt', 'ONE\n');
      scene.write('users.txt', 'of the user\n');
      const { onto, merged: files } = await merged();
      await worktree.bringTo({ base: onto, files });
      assert.equal(inWorktree('users.txt'), 'of the user\n');
      assert.deepEqual((await merged()).paths, [{ path: 'a.txt', action: 'changed' }]);
    });

    it('takes a revert of the user for one, and does not bring the edit back', async () => {
      scene.write('users.txt', 'of the user\n');
      agentWrites('a.txt', 'ONE\n');
      const { onto, merged: files } = await merged();
      await worktree.bringTo({ base: onto, files });
      rmSync(join(scene.work, 'users.txt'));
      assert.deepEqual((await merged()).paths, [{ path: 'a.txt', action: 'changed' }]);
    });

    it('is completed after a crash when the worktree is opened next', async () => {
      await worktree.finishSetup();
      agentWrites('a.txt', 'ONE\n');
      scene.write('users.txt', 'of the user\n');
      scene.write('more.txt', 'more of the user\n');
      const { onto, merged: files } = await merged();
      // A runner that was killed had written one of the files.
      const git = (...args: readonly string[]): string => scene.git(args, worktree.directory);
      const tree = git('rev-parse', `${files}^{tree}`).trim();
      const moving = git('commit-tree', tree, '-p', onto, '-m', 'x').trim();
      git('update-ref', 'refs/worktree/devs/moving', moving);
      agentWrites('users.txt', 'of the user\n');
      const again = await scene.worktrees().open('fix', { copy: [] });
      assert.equal(inWorktree('more.txt'), 'more of the user\n');
      assert.equal(inWorktree('a.txt'), 'ONE\n');
      const left = await again.merge('files', []);
      assert.ok(left.kind === 'merged' && left.isVerified);
      assert.deepEqual(left.paths, [{ path: 'a.txt', action: 'changed' }]);
      assert.ok(!existsSync(join(scene.work, '.git/refs/worktree')));
    });
  });
});
