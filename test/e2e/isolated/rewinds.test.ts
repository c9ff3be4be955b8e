import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { IsolatedScene } from './isolatedScene';

describe('rewinds of tasks in worktrees', () => {
  let scene: IsolatedScene;
  beforeEach(() => (scene = new IsolatedScene()));
  afterEach(() => scene.remove());
  const rewind = async (toTurn?: number): Promise<string> =>
    (await scene.app().rewind('fix', toTurn === undefined ? {} : { toTurn })).message;

  it('undo what has landed, and keep what the user did before and after', async () => {
    scene.write('b.txt', 'edited before\n');
    scene.agent(1, `write('a.txt', 'one\\n'); write('new.txt', 'new\\n'); remove('b.txt')`);
    scene.verification(1, 'process.exit(1)');
    scene.agent(
      2,
      `write('a.txt', 'two\\n'); write('edited.txt', 'of the agent\\n'); user('meanwhile.txt', 'x')`,
    );
    await scene.run();
    scene.write('edited.txt', 'of the user\n');
    scene.write('later.txt', 'of the user\n');
    const changes = await scene.app().changes('fix', { from: 0, to: 'now' });
    assert.deepEqual(changes.ok && changes.changes.map(({ path }) => path), [
      ...['a.txt', 'b.txt', 'edited.txt', 'later.txt', 'new.txt'],
    ]);
    assert.ok((await scene.app().changes('fix', { from: 1, to: 2 })).ok);
    assert.match(
      await rewind(),
      /^Rewound fix to before its first turn: 1 file restored, 1 recreated, 1 deleted, 1 kept/,
    );
    const files = ['a.txt', 'b.txt', 'new.txt', 'edited.txt', 'later.txt', 'meanwhile.txt'];
    assert.deepEqual(
      files.map((path) => scene.read(path)),
      ['1\n2\n3\n4\n5\n', 'edited before\n', undefined, 'of the user\n', 'of the user\n', 'x'],
    );
    assert.match((await scene.app().redo('fix')).message, /^Undid the rewind of fix/);
    assert.deepEqual(
      files.map((path) => scene.read(path)),
      ['two\n', undefined, 'new\n', 'of the user\n', 'of the user\n', 'x'],
    );
  });

  it('go back in the worktree while nothing has landed, and leave the workspace alone', async () => {
    scene.write('b.txt', 'of the user\n');
    scene.agent(1, `write('a.txt', 'one\\n')`);
    scene.verification(1, 'process.exit(1)');
    scene.agent(
      2,
      `write('a.txt', 'two\\n'); write('b.txt', 'of the agent\\n'); user('b.txt', 'of the user, later\\n')`,
    );
    await scene.run();
    assert.equal((await scene.status())[0], 'PAUSED_FOR_INTERVENTION');
    assert.match(await rewind(1), /^Rewound fix to after turn 1/);
    assert.equal(scene.inWorktree('a.txt'), 'one\n');
    assert.equal(scene.inWorktree('b.txt'), 'of the user\n');
    assert.equal(scene.read('a.txt'), '1\n2\n3\n4\n5\n');
    assert.equal(scene.read('b.txt'), 'of the user, later\n');
    assert.match((await scene.app().redo('fix')).message, /^Undid/);
    assert.equal(scene.inWorktree('a.txt'), 'two\n');
    for (const to of [2, 'now'] as const) {
      const changes = await scene.app().changes('fix', { from: 1, to });
      const paths = changes.ok && changes.changes.map(({ path }) => path);
      assert.deepEqual(paths, ['a.txt', 'b.txt'], String(to));
    }
  });

  it('happen in the worktree at a pivot', async () => {
    scene.remove();
    scene = new IsolatedScene({ config: ['limits: { loopThreshold: 2 }'] });
    for (const run of [1, 2]) {
      scene.agent(run, `write('try-${run}.txt', '${run}'); console.log('${run}')`);
      scene.verification(run, 'process.exit(1)');
    }
    scene.agent(
      3,
      `write('found', String(fs.readdirSync('.').filter((name) => name.startsWith('try'))))`,
    );
    await scene.run();
    assert.equal(scene.read('found'), '');
    assert.equal((await scene.status())[0], 'done');
  });

  it('say where the work is that landed on a branch', async () => {
    scene.remove();
    scene = new IsolatedScene({ config: ['land: branch'] });
    scene.agent(1, `write('a.txt', 'one\\n')`);
    await scene.run();
    assert.equal(
      await rewind(),
      'fix cannot be rewound in the workspace, because its work is on the branch devs/fix.',
    );
  });

  it('undo the files of a commit, and tell that there is one', async () => {
    scene.remove();
    scene = new IsolatedScene({ config: ['land: commit'] });
    scene.agent(1, `write('a.txt', 'one\\n')`);
    await scene.run();
    const preview = await scene.app().previewRewind('fix', {});
    assert.equal(preview.ok && preview.preview.repository?.commits, 1);
    assert.match(await rewind(), /^Rewound fix/);
    assert.equal(scene.read('a.txt'), '1\n2\n3\n4\n5\n');
    assert.equal(scene.git('log', '--format=%s'), 'fix\nfirst\n');
  });

  it('do not take what a task has landed for an edit of the user, in another task’s rewind', async () => {
    scene.remove();
    scene = new IsolatedScene({ tasks: ['fix', 'second'] });
    scene.agent(1, `write('a.txt', 'one\\n')`);
    scene.agent(2, `write('a.txt', 'two\\n'); write('second.txt', 'x')`);
    await scene.run();
    const preview = await scene.app().previewRewind('fix', {});
    assert.deepEqual(preview.ok && preview.preview.kept.map(({ path, why }) => [path, why]), [
      ['a.txt', { kind: 'editedSince', others: ['second'] }],
    ]);
  });

  it('let subtasks work on in the worktree of their task, each landing its own work', async () => {
    scene.remove();
    scene = new IsolatedScene({ tasks: ['whole', 'part, parent: whole', 'rest, parent: whole'] });
    scene.agent(1, `write('part.txt', process.cwd())`);
    scene.agent(
      2,
      `write('rest.txt', process.cwd()); user('part-landed', String(fs.existsSync(path.join(steps, '../shop/part.txt'))))`,
    );
    scene.agent(3, `write('whole.txt', read('part-landed') ?? 'nothing')`);
    await scene.run();
    assert.deepEqual(scene.warnings, []);
    assert.equal(scene.read('part.txt'), scene.worktree('whole'));
    assert.equal(scene.read('rest.txt'), scene.worktree('whole'));
    assert.equal(scene.read('part-landed'), 'true');
    assert.deepEqual(
      scene.events.flatMap((event) => (event.event === 'task_landed' ? event.data.paths : [])),
      ['part.txt', 'rest.txt', 'whole.txt'],
    );
    assert.ok(!existsSync(scene.worktree('whole')));
  });

  it('keep the worktree of a skipped task until it is cleaned up', async () => {
    scene.agent(1, `write('a.txt', 'one\\n'); write('b.txt', 'x\\n')`);
    for (let run = 1; run < 20; run += 1) scene.verification(run, 'process.exit(1)');
    await scene.run();
    writeFileSync(join(scene.worktree(), 'note'), 'x');
    await scene.app().skip('fix');
    assert.ok(existsSync(scene.worktree()));
    const preview = await scene.app().clean({ dryRun: true });
    assert.ok(
      preview.ok && preview.removed.some((line) => line.includes('Worktree of fix')),
      JSON.stringify(preview),
    );
    assert.ok(existsSync(scene.worktree()));
    const cleaned = await scene.app().clean({ dryRun: false });
    assert.ok(cleaned.ok && cleaned.removed.some((line) => line.includes('Worktree of fix')));
    assert.ok(!existsSync(scene.worktree()));
    assert.ok(!scene.git('worktree', 'list').includes(scene.state));
  });
});
