import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { IsolatedScene } from './isolatedScene';

describe('tasks in worktrees that land as files', () => {
  let scene: IsolatedScene;
  beforeEach(() => (scene = new IsolatedScene()));
  afterEach(() => scene.remove());
  const repository = (): Record<string, string> =>
    Object.fromEntries(
      ['index', 'HEAD', 'config', 'refs/heads/main', 'logs/HEAD'].map((path) => [
        path,
        readFileSync(join(scene.work, '.git', path), 'latin1'),
      ]),
    );

  it('work there, land what they changed, and leave nothing else behind', async () => {
    scene.write('b.txt', 'edited by the user\n');
    scene.agent(
      1,
      `write('a.txt', 'changed\\n'); write('new.txt', read('b.txt')); write('where', process.cwd());
       write('env', process.env.DEVS_WORKTREE + ' ' + process.env.DEVS_PORT)`,
    );
    const before = repository();
    await scene.run();
    assert.deepEqual(scene.warnings, []);
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.read('a.txt'), 'changed\n');
    assert.equal(scene.read('new.txt'), 'edited by the user\n');
    assert.equal(scene.read('b.txt'), 'edited by the user\n');
    assert.equal(scene.read('where'), scene.worktree());
    assert.match(scene.read('env') ?? '', new RegExp(`^${scene.worktree()} 2\\d{4}$`));
    assert.deepEqual(repository(), before);
    assert.deepEqual(readdirSync(join(scene.state, 'worktrees')), []);
    assert.equal(scene.runs('verify'), 1);
    const landed = scene.events.find(({ event }) => event === 'task_landed');
    assert.deepEqual(landed?.data, {
      ...{ mode: 'files', files: 4, paths: ['a.txt', 'env', 'new.txt', 'where'] },
    });
  });

  it('touch nothing of the workspace until they are verified', async () => {
    scene.agent(1, `write('a.txt', 'wrong\\n'); user('seen', 'x')`);
    scene.verification(1, `process.exit(1)`);
    scene.agent(
      2,
      `user('a-in-workspace', fs.readFileSync(path.join(steps, '../shop/a.txt')));
      write('a.txt', 'right\\n')`,
    );
    await scene.run();
    assert.equal(scene.read('a-in-workspace'), '1\n2\n3\n4\n5\n');
    assert.equal(scene.read('a.txt'), 'right\n');
  });

  it('merge with what the user did meanwhile, and verify the result', async () => {
    scene.agent(
      1,
      `write('a.txt', 'ONE\\n2\\n3\\n4\\n5\\n'); user('a.txt', '1\\n2\\n3\\n4\\nFIVE\\n')`,
    );
    scene.verification(2, `write('seen.txt', read('a.txt'))`);
    await scene.run();
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.read('a.txt'), 'ONE\n2\n3\n4\nFIVE\n');
    assert.equal(scene.runs('verify'), 2);
    assert.equal(scene.read('seen.txt'), undefined, 'what the verification wrote is no work');
  });

  it('go back to the agent when the merged files are red', async () => {
    scene.agent(
      1,
      `write('a.txt', 'ONE\\n2\\n3\\n4\\n5\\n'); user('b.txt', 'the user needs more\\n')`,
    );
    scene.verification(2, `console.log('b.txt needs three'); process.exit(1)`);
    scene.agent(
      2,
      `write('prompt', read(path.join(steps, 'prompt.md'))); write('b.txt', read('b.txt') + 'three\\n')`,
    );
    await scene.run();
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.match(scene.read('prompt') ?? '', /failed \(exit code 1\)[^]*b\.txt needs three/);
    assert.equal(scene.read('b.txt'), 'the user needs more\nthree\n');
    assert.equal(scene.read('a.txt'), 'ONE\n2\n3\n4\n5\n');
    const outcomes = scene.events.flatMap((event) =>
      event.event === 'turn_ended' ? event.data.outcome : [],
    );
    assert.deepEqual(outcomes, ['no_progress', 'success']);
  });

  it('pause at a conflict that names the files, and the agent resolves it after Resume', async () => {
    scene.agent(
      1,
      `write('a.txt', 'of the agent\\n'); write('new.txt', 'new\\n'); user('a.txt', 'of the user\\n')`,
    );
    await scene.run();
    assert.deepEqual(await scene.status(), [
      'PAUSED_FOR_INTERVENTION',
      'its change conflicts with the workspace in a.txt',
    ]);
    assert.equal(scene.read('a.txt'), 'of the user\n');
    assert.equal(scene.read('new.txt'), undefined);
    assert.equal(scene.inWorktree('a.txt'), 'of the agent\n');
    scene.write('b.txt', 'edited during the pause\n');
    scene.agent(
      2,
      `write('prompt', read(path.join(steps, 'prompt.md'))); write('marked', read('a.txt')); write('a.txt', 'of both\\n')`,
    );
    await scene.run({ type: 'resume', taskId: 'fix' });
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.match(
      scene.read('prompt') ?? '',
      /conflicts with the workspace in a\.txt[^]*leave no marker/,
    );
    assert.match(scene.read('marked') ?? '', /<<<<<<<[^]*of the user[^]*of the agent[^]*>>>>>>>/);
    assert.equal(scene.read('a.txt'), 'of both\n');
    assert.equal(scene.read('b.txt'), 'edited during the pause\n');
    assert.equal(scene.read('new.txt'), 'new\n');
  });

  it('never write over an edit that the user makes while the merged files are verified', async () => {
    scene.agent(1, `write('a.txt', 'ONE\\n2\\n3\\n4\\n5\\n'); user('b.txt', 'first edit\\n')`);
    scene.verification(2, `user('a.txt', '1\\n2\\n3\\n4\\nlate\\n')`);
    await scene.run();
    assert.equal(scene.read('a.txt'), 'ONE\n2\n3\n4\nlate\n');
    assert.equal(scene.runs('verify'), 3);
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
  });

  it('land in the end when the user never stops', async () => {
    scene.agent(1, `write('a.txt', 'ONE\\n'); user('b.txt', '0')`);
    for (let run = 2; run < 9; run += 1) scene.verification(run, `user('b.txt', '${run}')`);
    await scene.run();
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.read('b.txt'), '4');
    assert.equal(scene.runs('verify'), 4);
  });

  it('wait for the end of a rebase, and land then without another call of the agent', async () => {
    scene.agent(
      1,
      `write('a.txt', 'ONE\\n'); fs.mkdirSync(path.join(steps, '../shop/.git/rebase-merge'))`,
    );
    await scene.run();
    const [status, reason] = await scene.status();
    assert.equal(status, 'blocked');
    assert.match(reason, /could not land: a rebase is in progress/);
    assert.equal(scene.read('a.txt'), '1\n2\n3\n4\n5\n');
    rmSync(join(scene.work, '.git/rebase-merge'), { recursive: true });
    await scene.run({ type: 'resume', taskId: 'fix' });
    assert.equal(scene.read('a.txt'), 'ONE\n');
    assert.equal((await scene.status())[0], 'done');
    assert.equal(scene.runs('agent'), 1);
  });

  it('leave an ignored file of the user alone that is in the way', async () => {
    scene.write('node_modules/x', 'of the user');
    scene.agent(
      1,
      `write('.gitignore', ''); fs.mkdirSync('node_modules'); write('node_modules/x', 'of the agent')`,
    );
    await scene.run();
    const [status, reason] = await scene.status();
    assert.equal(status, 'blocked');
    assert.match(reason, /node_modules\/x, which git ignores in the workspace, is in the way/);
    assert.equal(scene.read('node_modules/x'), 'of the user');
    assert.equal(scene.read('.gitignore'), 'node_modules/\n');
    rmSync(join(scene.work, 'node_modules'), { recursive: true });
    await scene.run({ type: 'resume', taskId: 'fix' });
    assert.equal(scene.read('node_modules/x'), 'of the agent');
  });

  for (const [what, file, script] of [
    ['a folder', 'out/x', `write('out', 'of the agent')`],
    ['in a folder', 'dir/x.log', `fs.rmSync('dir', { recursive: true }); write('dir', '')`],
  ] as const)
    it(`leave an ignored file of the user alone that is ${what} in the way, and name it`, async () => {
      scene.write('.gitignore', 'out/\n*.log\n');
      scene.write('dir/tracked.txt', '');
      scene.git('add', '-A');
      scene.git('commit', '-qm', 'second');
      scene.write(file, 'of the user');
      scene.agent(1, script);
      await scene.run();
      assert.match(
        (await scene.status())[1],
        /could not land: (out|dir) cannot be written: (out|dir)\/.* is in its place/,
      );
      assert.equal(scene.read(file), 'of the user');
      assert.equal(scene.git('status', '--porcelain'), '');
      rmSync(join(scene.work, file));
      await scene.run({ type: 'resume', taskId: 'fix' });
      assert.equal((await scene.status())[0], 'done');
      assert.equal(scene.runs('agent'), 1);
    });

  for (const [what, then, reason] of [
    ['removed `.git` from', 'git --version', /removed `\.git` from its worktree; resume the task/],
    [
      'made a repository of',
      'git init -q',
      /made a git repository in the root of its worktree; remove /,
    ],
  ] as const)
    it(`keep their work where the agent ${what} their worktree, and land after Resume`, async () => {
      scene.agent(
        1,
        `write('a.txt', 'ONE\\n'); remove('.git'); require('node:child_process').execSync('${then}')`,
      );
      await scene.run();
      const [status, why] = await scene.status();
      assert.equal(status, 'blocked');
      assert.match(why, reason);
      rmSync(join(scene.worktree(), '.git'), { recursive: true, force: true });
      await scene.run({ type: 'resume', taskId: 'fix' });
      assert.deepEqual(await scene.status(), ['done', 'verification passed']);
      assert.equal(scene.read('a.txt'), 'ONE\n');
      assert.equal(scene.git('status', '--porcelain'), ' M a.txt\n');
      assert.equal(scene.runs('agent'), 1);
    });

  describe('of a sparse checkout', () => {
    beforeEach(() => {
      for (const path of ['in/a.txt', 'out/a.txt', 'out/b.txt']) scene.write(path, 'first\n');
      scene.git('add', '-A');
      scene.git('commit', '-qm', 'second');
      scene.git('sparse-checkout', 'set', '--cone', 'in');
    });

    it('land beside files of the user that it does not have', async () => {
      scene.write('out/b.txt', 'of the user');
      scene.write('new/c.txt', 'of the user');
      scene.agent(1, `write('in/a.txt', String(fs.existsSync('new') || fs.existsSync('out')))`);
      await scene.run();
      assert.deepEqual(await scene.status(), ['done', 'verification passed']);
      assert.equal(scene.read('in/a.txt'), 'false');
      assert.equal(scene.read('out/b.txt'), 'of the user');
      assert.equal(scene.read('new/c.txt'), 'of the user');
    });

    for (const [what, path] of [
      ['a file', 'out/a.txt'],
      ['a new file', 'new/c.txt'],
    ] as const)
      it(`are blocked where they write ${what} that it does not have, never done without it`, async () => {
        const folder = path.slice(0, path.indexOf('/'));
        scene.agent(1, `fs.mkdirSync('${folder}'); write('${path}', 'of the agent')`);
        await scene.run();
        const [status, reason] = await scene.status();
        assert.equal(status, 'blocked');
        assert.ok(reason.includes(`The sparse checkout does not have ${path}`), reason);
        for (const place of [scene.work, scene.worktree()])
          scene.git('-C', place, 'sparse-checkout', 'add', folder);
        await scene.run({ type: 'resume', taskId: 'fix' });
        assert.equal((await scene.status())[0], 'done');
        assert.equal(scene.read(path), 'of the agent');
        assert.equal(scene.runs('agent'), 1);
      });
  });

  it('keep the user’s edit in a file with --skip-worktree', async () => {
    scene.write('b.txt', 'my own\n');
    scene.git('update-index', '--skip-worktree', 'b.txt');
    scene.agent(1, `write('b.txt', read('b.txt') + 'of the agent\\n')`);
    await scene.run();
    assert.equal((await scene.status())[0], 'done');
    assert.equal(scene.read('b.txt'), 'my own\nof the agent\n');
  });

  it('run setup once and copy ignored files along', async () => {
    scene.remove();
    scene = new IsolatedScene({
      config: [
        'copy: [node_modules]',
        `setup: ["node", "-e", "const fs = require('fs'); const f = process.env.STEPS + '/setup.count'; fs.writeFileSync(f, String(fs.existsSync(f) ? Number(fs.readFileSync(f)) + 1 : 1)); fs.writeFileSync('made-by-setup', '')"]`,
      ],
    });
    scene.write('node_modules/x', 'x\n');
    scene.agent(1, `write('a.txt', 'first\\n')`);
    scene.verification(1, 'process.exit(1)');
    scene.agent(2, `write('a.txt', read('node_modules/x'))`);
    await scene.run();
    assert.deepEqual(await scene.status(), ['done', 'verification passed']);
    assert.equal(scene.runs('setup'), 1);
    assert.equal(scene.read('a.txt'), 'x\n');
    assert.equal(scene.read('made-by-setup'), undefined);
  });

  it('are blocked with the reason when setup fails', async () => {
    scene.remove();
    scene = new IsolatedScene({
      config: [`setup: ["node", "-e", "console.log('no network'); process.exit(3)"]`],
    });
    await scene.run();
    assert.deepEqual(await scene.status(), [
      'blocked',
      'the setup of its worktree failed: exit code 3 (no network)',
    ]);
    assert.equal(scene.runs('agent'), 0);
  });

  it('are refused outside of git with what to do', async () => {
    rmSync(join(scene.work, '.git'), { recursive: true });
    assert.match(await scene.run(), /`isolate` needs a git repository.*Run `git init` there/);
    assert.equal(scene.runs('agent'), 0);
    assert.ok(!existsSync(join(scene.state, 'worktrees')));
  });
});

describe('a doubtful pass in a worktree', () => {
  it('lands once you have accepted it, without another call of the agent', async () => {
    const scene = new IsolatedScene({ config: ['onDoubt: ask'] });
    try {
      scene.write(
        'devs.yaml',
        (scene.read('devs.yaml') ?? '').replace('baseline: false', 'baseline: true'),
      );
      scene.agent(1, `write('verify.js', read('verify.js') + '// weakened')`);
      await scene.run();
      assert.equal((await scene.status())[0], 'PAUSED_FOR_INTERVENTION');
      assert.ok(!scene.read('verify.js')?.includes('weakened'));
      assert.equal(
        (await scene.app().accept('fix')).message,
        'Accepted fix: the next run verifies the work once more, and the work then lands.',
      );
      await scene.run();
      assert.equal((await scene.status())[0], 'done');
      assert.ok(scene.read('verify.js')?.includes('weakened'));
      assert.equal(scene.runs('agent'), 1);
    } finally {
      scene.remove();
    }
  });
});
