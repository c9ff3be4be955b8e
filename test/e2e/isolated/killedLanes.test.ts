import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_FLAGS } from '../../support/scale';
import { isAlive } from '../cli/devsProcess';
import { LanesScene } from './lanesScene';

const FOUR = ['a', 'b', 'c', 'd'];

describe('a run of several tasks that is killed', () => {
  it('leaves nothing running, and each of its tasks goes on', async () => {
    const scene = new LanesScene(4, { tasks: FOUR });
    try {
      // One has landed in part when the others are killed at work: it waits in its landing's verification.
      scene.works(
        'a',
        `write('a.txt', 'a'); user('u.txt', 'of the user'); wait('at-b', 'at-c', 'at-d')`,
      );
      scene.verifies('a', `if (isMarked('first')) { mark('at-a'); wait('go') } else mark('first')`);
      for (const id of FOUR.slice(1))
        scene.works(id, `mark('at-${id}'); wait('go'); write('${id}.txt', '${id}')`);
      const devs = spawn(
        process.execPath,
        [...NODE_FLAGS, join(process.cwd(), 'dist/cli.js'), 'run'],
        {
          ...{ cwd: scene.work, env: scene.environment, stdio: 'ignore' },
        },
      );
      await scene.marked(...FOUR.map((id) => `at-${id}`));
      devs.kill('SIGKILL');
      await once(devs, 'exit');
      const notices = await scene.app().recover();
      assert.deepEqual(
        notices.map((notice) => /Turn 1 of (\w) was interrupted/.exec(notice)?.[1]).sort(),
        FOUR,
      );
      for (const id of FOUR) {
        const pid = Number(readFileSync(join(scene.environment.STEPS, `at-${id}`), 'utf8'));
        assert.equal(isAlive(pid), false);
      }
      const { tasks, run } = await scene.app().overview();
      assert.equal(run, 'IDLE');
      assert.deepEqual(
        tasks.map(({ status, statusReason, turns }) => [status, statusReason, turns[0]?.outcome]),
        FOUR.map(() => ['pending', 'interrupted; it continues with the next run', 'interrupted']),
      );
      scene.mark('go');
      await scene.start().ended;
      assert.deepEqual(
        await scene.statuses(...FOUR),
        FOUR.map(() => 'done'),
      );
      for (const id of FOUR) assert.equal(scene.read(`${id}.txt`), id);
      assert.deepEqual(readdirSync(join(scene.state, 'worktrees')), []);
      const known = join(scene.work, '.git/worktrees');
      assert.deepEqual(existsSync(known) ? readdirSync(known) : [], []);
    } finally {
      scene.remove();
    }
  });
});
