import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../../src/app/api/app';
import { createApp } from '../../../src/app/createApp';
import { runCli } from '../../../src/cli/cli';
import { FakeHost } from '../../unit/cli/fakeApp';
import { IsolatedScene } from './isolatedScene';

const SHOWS_PLACE = `write('a.txt', 'ONE\\n'); fs.writeFileSync(path.join(steps, 'place'),
  process.env.DEVS_WORKTREE + ' ' + process.env.DEVS_PORT)`;

describe('the worktree of a task that needs you', () => {
  let scene: IsolatedScene;
  let worktree: string;
  beforeEach(async () => {
    scene = new IsolatedScene({ config: ['limits: { maxTurns: 1 }'] });
    scene.agent(1, SHOWS_PLACE);
    scene.verification(1, 'process.exit(1)');
    await scene.run();
    worktree = scene.worktree();
  });
  afterEach(() => scene.remove());

  const appIn = (workspaceDir: string): App =>
    createApp({
      ...{ workspaceDir, who: 'terminal', settings: {}, assetsDir: join(process.cwd(), 'dist') },
      environment: { ...scene.environment, DEVS_STATE_DIR: '', XDG_STATE_HOME: homes() },
    });
  /** Where folders without a state folder of their own get one. */
  const homes = (): string => join(scene.base, 'homes');
  const devs = async (app: App, folder: string, ...argv: readonly string[]) => {
    const host = new FakeHost(argv, app);
    host.folder = folder;
    const code = await runCli(host);
    return { code, out: host.stdout.text, err: host.stderr.text };
  };
  const whose = (): string =>
    `This folder is the worktree of the task fix of ${scene.work}. Look at its work here; run Devs in that folder.`;

  it('is named by the overview and `devs status`, with what its agent has', async () => {
    const [fix] = (await scene.app().overview()).tasks;
    assert.equal(fix?.worktree, worktree);
    const { out } = await devs(scene.app(), scene.work, 'status', 'fix');
    assert.ok(out.split('\n').includes(`worktree ${worktree}`), out);
    const place = await scene.app().worktree('fix');
    const { DEVS_WORKTREE, DEVS_PORT } = place?.variables ?? {};
    assert.equal(place?.directory, worktree);
    assert.equal(scene.read('../steps/place'), `${DEVS_WORKTREE} ${DEVS_PORT}`);
  });

  it('is no longer named when its files are gone', async () => {
    rmSync(worktree, { recursive: true });
    const [fix] = (await scene.app().overview()).tasks;
    assert.deepEqual([fix?.worktree, await scene.app().worktree('fix')], [undefined, undefined]);
  });

  it('is no workspace: it says whose it is, and no second run begins there', async () => {
    const app = appIn(worktree);
    const { stateProblem, worktreeOf, tasks } = await app.overview();
    assert.deepEqual(worktreeOf, { taskId: 'fix', workspaceDir: scene.work });
    assert.deepEqual([stateProblem, tasks], [whose(), []]);
    for (const argv of [['run'], ['status'], ['skip', 'fix'], ['init']]) {
      const { code, err } = await devs(app, worktree, ...argv);
      assert.deepEqual([argv, code], [argv, 1]);
      assert.ok(err.includes('the worktree of the task fix'), err);
    }
    assert.equal(scene.runs('agent'), 1);
    assert.ok(!existsSync(homes()));
  });

  it('gets no devs.yaml where the workspace keeps its own out of git', async () => {
    rmSync(join(worktree, 'devs.yaml'));
    const { ok, message } = await appIn(worktree).init();
    assert.deepEqual([ok, message], [false, whose()]);
    assert.ok(!existsSync(join(worktree, 'devs.yaml')));
  });

  it('may hold a workspace of its own further inside', async () => {
    const inside = join(worktree, 'example');
    mkdirSync(inside);
    writeFileSync(join(inside, 'devs.yaml'), 'version: 1\nagents: {}\ntasks: []\n');
    const { worktreeOf, stateProblem } = await appIn(inside).overview();
    assert.deepEqual([worktreeOf, stateProblem], [undefined, undefined]);
  });

  it('is removed by the next command that looks, where a command was killed while it removed it', async () => {
    const record = join(
      scene.state,
      'worktrees',
      readdirSync(join(scene.state, 'worktrees'))[0]!,
      'worktree.json',
    );
    const { taskId, common } = JSON.parse(readFileSync(record, 'utf8')) as Record<string, string>;
    writeFileSync(record, JSON.stringify({ taskId, common, state: 'incomplete' }));
    assert.deepEqual(await scene.app().recover(), []);
    assert.deepEqual(readdirSync(join(scene.state, 'worktrees')), []);
    assert.equal(existsSync(worktree), false);
  });
});

describe('the worktree of a task of a folder below the root of its repository', () => {
  it('is that folder, and no workspace', async () => {
    const scene = new IsolatedScene({ config: ['limits: { maxTurns: 1 }'] });
    try {
      const folder = join(scene.work, 'apps/shop');
      mkdirSync(folder, { recursive: true });
      scene.write('apps/shop/devs.yaml', scene.read('devs.yaml') ?? '');
      scene.write('apps/shop/verify.js', 'process.exit(1)');
      const app = createApp({
        ...{ workspaceDir: folder, who: 'terminal', environment: scene.environment, settings: {} },
        assetsDir: join(process.cwd(), 'dist'),
      });
      const observer = {
        ...{ onEvent: () => undefined, onPhase: () => undefined },
        ...{ present: () => undefined, onWarning: () => undefined },
      };
      await app.run({ signal: new AbortController().signal, observer });
      const [fix] = (await app.overview()).tasks;
      assert.equal(fix?.worktree, join(scene.worktree(), 'apps/shop'));
      for (const place of [fix.worktree, scene.worktree()]) {
        const { worktreeOf } = await createApp({
          ...{ workspaceDir: place, who: 'window', settings: {}, assetsDir: '/nowhere' },
          environment: { ...scene.environment, DEVS_STATE_DIR: join(scene.base, 'other') },
        }).overview();
        assert.deepEqual(worktreeOf, { taskId: 'fix', workspaceDir: folder });
      }
      assert.deepEqual(readdirSync(scene.base).includes('other'), false);
    } finally {
      scene.remove();
    }
  });
});
