import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IsolatedScene } from './isolatedScene';

describe('tasks in worktrees that land as commits', () => {
  let scene: IsolatedScene;
  afterEach(() => scene.remove());
  const log = (...args: readonly string[]): string => scene.git('log', '--format=%s', ...args);

  for (const land of ['commit', 'branch'] as const) {
    it(`land as ${land} in a repository whose objects are named by SHA-256`, async () => {
      scene = new IsolatedScene({ config: [`land: ${land}`], objectFormat: 'sha256' });
      scene.agent(1, `write('a.txt', 'ONE\\n'); write('new.txt', 'new'); remove('b.txt')`);
      await scene.run();
      assert.deepEqual(await scene.status(), ['done', 'verification passed']);
      const landed = land === 'commit' ? 'main' : 'devs/fix';
      assert.equal(log(landed), 'fix\nfirst\n');
      const changed = scene.git('show', '--name-status', '--format=', landed);
      assert.equal(changed, 'M\ta.txt\nD\tb.txt\nA\tnew.txt\n');
      assert.equal(scene.git('status', '--porcelain'), '');
    });
  }

  describe('in the workspace', () => {
    beforeEach(
      () => (scene = new IsolatedScene({ config: ['land: commit'], tasks: ['fix', 'second'] })),
    );

    it('make exactly one commit for each task, in the name of the user', async () => {
      scene.agent(
        1,
        `write('a.txt', 'ONE\\n'); require('node:child_process').execSync('git commit -qam wip')`,
      );
      scene.verification(1, 'process.exit(1)');
      scene.agent(2, `write('a.txt', 'TWO\\n')`);
      scene.agent(3, `write('new.txt', read('a.txt'))`);
      await scene.run();
      assert.deepEqual(scene.warnings, []);
      assert.equal(log(), 'second\nfix\nfirst\n');
      assert.equal(scene.git('show', 'HEAD:new.txt'), 'TWO\n');
      assert.equal(
        scene.git('log', '-1', '--format=%an <%ae>%n%b'),
        'Ada <ada@example.org>\nDevs-Task: second\n\n',
      );
      assert.equal(scene.git('show', '--name-only', '--format=', 'HEAD~1'), 'a.txt\n');
      assert.equal(scene.git('status', '--porcelain'), '');
      assert.equal(scene.git('branch'), '* main\n');
    });

    it('are refused where git does not know the name of the user', async () => {
      writeFileSync(join(scene.base, 'gitconfig'), '[user]\n\tuseConfigOnly = true\n');
      assert.match(
        await scene.run(),
        /in whose name `land` makes commits. Run `git config user.name`/,
      );
      assert.equal(scene.runs('agent'), 0);
    });

    it('leave what the user edited, staged or has untracked as it is', async () => {
      scene.write('b.txt', 'edited\n');
      scene.write('staged.txt', 'staged\n');
      scene.git('add', 'staged.txt');
      scene.write('untracked.txt', 'untracked\n');
      scene.agent(1, `write('a.txt', 'ONE\\n')`);
      await scene.run();
      assert.equal(scene.git('show', '--name-only', '--format=', 'HEAD'), 'a.txt\n');
      assert.match(scene.git('status', '--porcelain'), /^\?\? untracked\.txt$/m);
      assert.equal(scene.git('diff', '--cached', '--name-only'), 'staged.txt\n');
      assert.equal(scene.git('diff', '--name-only'), 'b.txt\n');
    });

    it('have names that are no UTF-8, in the index too', async () => {
      scene.agent(
        1,
        `fs.writeFileSync(Buffer.from([0x6f, 0xff]), ''); write('"\\n', ''); write('\\\\xFF', '')`,
      );
      scene.agent(2, `fs.rmSync(Buffer.from([0x6f, 0xff])); write('"\\n', 'more')`);
      for (const taskId of ['fix', 'second']) {
        await scene.run(undefined, [taskId]);
        assert.equal(log('-1'), `${taskId}\n`);
        assert.equal(scene.git('status', '--porcelain'), '');
      }
    });

    it('block where a file has a conflict that is not resolved, and leave it so', async () => {
      scene.git('rm', '-q', 'b.txt');
      scene.git('stash', '-q');
      scene.write('b.txt', 'second\n');
      scene.git('commit', '-qam', 'second');
      assert.throws(() => scene.git('stash', 'pop'));
      scene.agent(1, `write('b.txt', read('b.txt') + 'more\\n')`);
      await scene.run(undefined, ['fix']);
      assert.match(
        (await scene.status())[1],
        /b\.txt has a conflict that is not resolved; resolve it/,
      );
      assert.equal(scene.git('status', '--porcelain'), 'UD b.txt\n');
      scene.git('add', 'b.txt');
      await scene.run({ type: 'resume', taskId: 'fix' }, ['fix']);
      assert.equal(log(), 'fix\nsecond\nfirst\n');
    });

    it('block where the change and edits that are not committed overlap, and land after a commit', async () => {
      scene.write('b.txt', 'edited\n');
      scene.agent(1, `write('b.txt', read('b.txt') + 'more\\n')`);
      await scene.run();
      const [status, reason] = await scene.status();
      assert.equal(status, 'blocked');
      assert.match(reason, /edits that you have not committed overlap in b\.txt/);
      assert.equal(scene.read('b.txt'), 'edited\n');
      scene.git('commit', '-qam', 'of the user');
      await scene.run({ type: 'resume', taskId: 'fix' });
      assert.equal(log('-2'), 'fix\nof the user\n');
      assert.equal(scene.read('b.txt'), 'edited\nmore\n');
    });

    it('block where the user has staged a file of the change', async () => {
      scene.agent(
        1,
        `write('a.txt', '1\\n2\\n3\\n4\\nFIVE\\n');
         user('a.txt', 'ONE\\n2\\n3\\n4\\n5\\n'); require('node:child_process').execSync('git add a.txt', { cwd: path.join(steps, '../shop') })`,
      );
      await scene.run();
      assert.match((await scene.status())[1], /you have staged changes in a\.txt/);
      assert.equal(scene.git('diff', '--cached', '--name-only'), 'a.txt\n');
      assert.equal(scene.read('a.txt'), 'ONE\n2\n3\n4\n5\n');
      assert.equal(log(), 'first\n');
    });

    it('land on the commit and the branch that the user has moved to', async () => {
      scene.agent(
        1,
        `write('a.txt', 'ONE\\n'); const cp = require('node:child_process');
         for (const args of ['checkout -qb other', 'commit -q --allow-empty -m moved'])
           cp.execSync('git ' + args, { cwd: path.join(steps, '../shop') })`,
      );
      await scene.run();
      assert.equal(log('other'), 'fix\nmoved\nfirst\n');
      assert.equal(log('main'), 'first\n');
    });

    it('undo everything where another program keeps the index locked', async () => {
      writeFileSync(join(scene.work, '.git/index.lock'), '');
      scene.agent(1, `write('a.txt', 'ONE\\n')`);
      await scene.run();
      assert.equal((await scene.status())[0], 'blocked');
      assert.equal(scene.read('a.txt'), '1\n2\n3\n4\n5\n');
      assert.equal(log(), 'first\n');
      rmSync(join(scene.work, '.git/index.lock'));
      await scene.run({ type: 'resume', taskId: 'fix' });
      assert.equal(log(), 'fix\nfirst\n');
      assert.equal(scene.git('status', '--porcelain'), '');
    });
  });

  describe('on branches', () => {
    beforeEach(() => (scene = new IsolatedScene({ config: ['land: branch'] })));

    it('leave the workspace untouched', async () => {
      scene.write('b.txt', 'edited\n');
      scene.agent(1, `write('a.txt', 'ONE\\n')`);
      await scene.run();
      assert.deepEqual(await scene.status(), ['done', 'verification passed']);
      assert.equal(scene.read('a.txt'), '1\n2\n3\n4\n5\n');
      assert.equal(log('devs/fix'), 'fix\nfirst\n');
      assert.equal(scene.git('diff', '--name-only', 'main', 'devs/fix'), 'a.txt\n');
      assert.equal(scene.git('branch', '--show-current'), 'main\n');
      assert.ok(!existsSync(scene.worktree()));
    });

    it('replace their own branch after a Retry, and never one of the user', async () => {
      scene.agent(1, `write('a.txt', 'ONE\\n')`);
      await scene.run();
      scene.agent(2, `write('a.txt', 'TWO\\n')`);
      await scene.app().retry('fix');
      await scene.run();
      assert.equal(scene.git('show', 'devs/fix:a.txt'), 'TWO\n');
      assert.equal(log('devs/fix'), 'fix\nfirst\n');
      scene.git('branch', '-f', 'devs/fix', 'main');
      scene.agent(3, `write('a.txt', 'THREE\\n')`);
      await scene.app().retry('fix');
      await scene.run();
      assert.match((await scene.status())[1], /there is a branch devs\/fix that Devs did not make/);
      scene.git('branch', '-D', 'devs/fix');
      await scene.run({ type: 'resume', taskId: 'fix' });
      assert.equal(scene.git('show', 'devs/fix:a.txt'), 'THREE\n');
      assert.equal(scene.runs('agent'), 3);
    });
  });
});
