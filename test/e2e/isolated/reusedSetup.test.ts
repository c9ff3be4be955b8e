import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NODE_FLAGS, scaled } from '../../support/scale';
import { IsolatedScene } from './isolatedScene';
import { LanesScene } from './lanesScene';

/** Counts itself, and makes a few files that git ignores. */
const SETUP = `
const fs = require('fs');
const count = process.env.STEPS + '/setup.count';
fs.writeFileSync(count, String(fs.existsSync(count) ? Number(fs.readFileSync(count)) + 1 : 1));
fs.rmSync('node_modules', { recursive: true, force: true });
fs.mkdirSync('node_modules/deep', { recursive: true });
for (let n = 0; n < 5; n += 1) fs.writeFileSync('node_modules/deep/' + n, 'content of ' + n);
fs.symlinkSync('deep/1', 'node_modules/link');
`;
const config = (more = ''): readonly string[] => [
  `setup: [node, -e, ${JSON.stringify(SETUP + more)}]`,
  'setupCache: [package-lock.json]',
];
/** What an agent checks in its worktree before it works. */
const CHECK = `
for (let n = 0; n < 5; n += 1)
  if (read('node_modules/deep/' + n) !== 'content of ' + n) throw new Error('incomplete: ' + n);
if (fs.readlinkSync('node_modules/link') !== 'deep/1') throw new Error('no link');
`;

describe('the setup of worktrees with setupCache', () => {
  let scene: IsolatedScene;
  afterEach(() => scene.remove());
  const setups = (taskId: string): readonly string[] =>
    scene.phases.flatMap((each) =>
      each.phase === 'setup' && each.taskId === taskId ? [each.setup] : [],
    );

  it('runs for the first task and is reused by the next one, until the lock file changes', async () => {
    scene = new IsolatedScene({ config: config(), tasks: ['first', 'second', 'third'] });
    scene.write('package-lock.json', '{}');
    scene.agent(1, `${CHECK} write('a.txt', 'by the first\\n')`);
    scene.agent(2, `${CHECK} write('b.txt', 'by the second\\n'); user('package-lock.json', '[]')`);
    scene.agent(3, `${CHECK} write('c.txt', 'by the third\\n')`);
    await scene.run();
    for (const task of ['first', 'second', 'third'])
      assert.deepEqual(await scene.status(task), ['done', 'verification passed']);
    assert.deepEqual(['first', 'second', 'third'].map(setups), [['runs'], ['reused'], ['runs']]);
    assert.equal(scene.runs('setup'), 2);
    assert.equal(scene.read('node_modules/deep/1'), undefined);
    assert.deepEqual(scene.warnings, []);
  });

  it('is run by one of several tasks at once, for which the others wait', async () => {
    const lanes = new LanesScene(3, { config: config(), tasks: ['a', 'b', 'c'] });
    scene = lanes;
    scene.write('package-lock.json', '{}');
    for (const task of ['a', 'b', 'c']) lanes.works(task, `${CHECK} write(task + '.txt', task)`);
    await scene.run();
    assert.deepEqual(await lanes.statuses('a', 'b', 'c'), ['done', 'done', 'done']);
    assert.equal(scene.runs('setup'), 1);
    const all = ['a', 'b', 'c'].map((task) => setups(task).at(-1)).sort();
    assert.deepEqual(all, ['reused', 'reused', 'runs']);
  });

  it('is said once where it cannot be reused, in the doctor too', async () => {
    const withPath = `fs.writeFileSync('node_modules/bin', process.env.DEVS_WORKTREE);`;
    scene = new IsolatedScene({ config: config(withPath), tasks: ['first', 'second'] });
    scene.write('package-lock.json', '{}');
    scene.agent(1, `write('a.txt', 'ONE\\n')`);
    scene.agent(2, `write('b.txt', 'TWO\\n')`);
    await scene.run();
    assert.equal(scene.runs('setup'), 2);
    const why =
      'What `setup` made is not kept for other worktrees: node_modules/bin holds the path of its worktree.';
    assert.deepEqual(scene.warnings, [why]);
    const { checks } = await scene.app().doctor({
      ...{ quick: true, askAgents: false, place: { kind: 'terminal' } },
      signal: new AbortController().signal,
    });
    const found = checks.find(({ id }) => id === 'worktrees:setupCache');
    assert.deepEqual([found?.level, `${found?.found ?? ''}.`], ['warning', why]);
  });

  it('is refused without its lock file before the run, and in the worktree', async () => {
    scene = new IsolatedScene({ config: config() });
    assert.equal(
      await scene.run(),
      '`setupCache` names package-lock.json, which is not in the workspace. Correct the name in devs.yaml, or create the file.',
    );
    scene.write('.gitignore', 'node_modules/\npackage-lock.json\n');
    scene.write('package-lock.json', '{}');
    await scene.run();
    assert.deepEqual(await scene.status(), [
      'blocked',
      '`setupCache` names package-lock.json, which its worktree does not have',
    ]);
    assert.equal(scene.runs('setup'), 0);
  });

  it('is kept on the disk until `devs clean`', async () => {
    scene = new IsolatedScene({ config: config() });
    scene.write('package-lock.json', '{}');
    scene.agent(1, `write('a.txt', 'ONE\\n')`);
    await scene.run();
    const bytes = 5 * 'content of 1'.length;
    assert.equal((await scene.app().diskUse()).setups, bytes);
    const cleaned = await scene.app().clean({ dryRun: false });
    assert.ok(cleaned.ok);
    assert.deepEqual(cleaned.removed, [
      `Files made by \`setup\` of devs.yaml, kept for new worktrees: ${bytes} bytes`,
    ]);
    assert.equal((await scene.app().diskUse()).setups, 0);
    assert.ok(!existsSync(join(scene.state, 'setup')));
  });
});

const KILLS = scaled(1, 60);
const ONLY = '/setup/|/worktrees/[^/]*/setup|node_modules';

describe('a run that is killed while it keeps or brings what a setup made', function () {
  this.timeout(scaled(300_000, 3_600_000));

  /** One `devs run`, to its end or to that of `kill`. */
  const devs = (scene: IsolatedScene, kill: Readonly<Record<string, string>>): number | null => {
    const preload = join(process.cwd(), 'test/crash/killAt.js');
    const args = [...NODE_FLAGS, '--require', preload, join(process.cwd(), 'dist/cli.js'), 'run'];
    const env = { ...scene.environment, ...kill };
    return spawnSync(process.execPath, args, { cwd: scene.work, env, stdio: 'ignore' }).status;
  };
  const shop = (): IsolatedScene => {
    const scene = new IsolatedScene({ config: config(), tasks: ['first', 'second'] });
    scene.write('package-lock.json', '{}');
    for (let turn = 1; turn < 5; turn += 1)
      scene.agent(turn, `${CHECK} write(process.env.DEVS_TASK_ID + '.txt', 'done')`);
    return scene;
  };

  it('never gives a worktree a part of it', async () => {
    const counted = shop();
    const log = join(counted.base, 'operations');
    assert.equal(devs(counted, { CRASH_LOG: log }), 0);
    const operations = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => new RegExp(ONLY).test(line));
    counted.remove();
    assert.ok(operations.length > 20, operations.join('\n'));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const nth = Math.ceil(((kill - 0.4) * operations.length) / KILLS);
      const scene = shop();
      try {
        const how = nth % 2 === 0 ? 'before' : 'after';
        devs(scene, { CRASH_ONLY: ONLY, CRASH_AT: String(nth), CRASH_HOW: how });
        await scene.run();
        for (const task of ['first', 'second'])
          assert.equal(
            (await scene.status(task))[0],
            'done',
            `${nth}: ${operations[nth - 1] ?? ''}`,
          );
      } finally {
        scene.remove();
      }
    }
  });
});
