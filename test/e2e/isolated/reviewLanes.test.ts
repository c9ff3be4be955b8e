import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LanesScene } from './lanesScene';

describe('reviews of several tasks at once', () => {
  let scene: LanesScene;
  afterEach(() => scene.remove());

  it('wait without a lane, and what you decide meanwhile happens in the run that goes on', async () => {
    scene = new LanesScene(2, { tasks: ['a', 'b', 'c'], config: ['review: true'] });
    scene.works('c', `mark('at-c'); wait('go'); write('c.txt', 'c')`);
    const { app, ended } = scene.start();
    // Two lanes: it works although two others wait.
    await scene.marked('at-c');
    await scene.until(() => scene.named('gate_triggered').length === 2);
    const { tasks, run } = await app.overview();
    assert.equal(run, 'RUNNING');
    assert.deepEqual(
      tasks.map(({ review }) => review?.files),
      [1, 1, undefined],
    );
    assert.match((await app.accept('a')).message, /^Accepted a: the run verifies/);
    assert.ok((await app.discard('b')).ok);
    await scene.until(() => scene.named('task_landed').length === 1);
    assert.equal(scene.read('a.txt'), 'a');
    scene.mark('go');
    const answer = await ended;
    assert.equal(answer.message, 'c needs you.');
    assert.deepEqual(await scene.statuses('a', 'b', 'c'), [
      ...['done', 'skipped', 'PAUSED_FOR_INTERVENTION'],
    ]);
    assert.equal(scene.git('status', '--porcelain'), ' M a.txt\n');
  });

  it('land as accepted although Devs is killed before', async () => {
    scene = new LanesScene(2, { tasks: ['a'], config: ['review: true', 'land: commit'] });
    await scene.start().ended;
    assert.ok((await scene.app().accept('a')).ok);
    scene.write('b.txt', 'edited during the wait\n');
    scene.verifies('a', `mark('at-a'); wait('go')`);
    const devs = spawn(process.execPath, [join(process.cwd(), 'dist/cli.js'), 'run'], {
      ...{ cwd: scene.work, env: scene.environment, stdio: 'ignore' },
    });
    await scene.marked('at-a');
    devs.kill('SIGKILL');
    await once(devs, 'exit');
    scene.works('a', `throw new Error('no agent was expected')`);
    scene.mark('go');
    await scene.start().ended;
    assert.deepEqual(await scene.status('a'), ['done', 'verification passed']);
    assert.equal(scene.git('log', '-1', '--format=%s'), 'a\n');
    assert.deepEqual(readdirSync(join(scene.state, 'worktrees')), []);
  });
});
