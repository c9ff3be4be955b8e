import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { scaled } from '../../support/scale';
import { IsolatedScene } from './isolatedScene';
import { KillingGit } from './killingGit';

/** It is killed before every call of git, or every so many. */
const STEP = scaled(3, 1);

describe('the discard of a subtask that is killed', function () {
  this.timeout(scaled(300_000, 3_600_000));
  const scene = new IsolatedScene({
    config: ['review: true'],
    tasks: ['one, parent: both', 'two, parent: both', 'both'],
  });
  const git = new KillingGit(scene.base);
  after(() => scene.remove());
  const discard = (call: number): number | null => {
    rmSync(join(scene.environment.STEPS, 'git.count'), { force: true });
    return git.devs(scene, ['discard', 'one', '--yes'], { KILL_BEFORE: String(call) });
  };
  const written = (): readonly (string | undefined)[] =>
    ['new.txt', 'a.txt'].map((file) => scene.inWorktree(file, 'both'));

  it('leaves the change as it was until the decision is recorded, wherever that is', async () => {
    scene.agent(1, `write('new.txt', 'new'); write('a.txt', 'changed')`);
    scene.agent(2, `write('two.txt', 'two')`);
    await scene.run();
    let call = 1;
    for (; discard(call) === null; call += STEP) {
      const app = scene.app();
      // Takes the lease, as any decision does.
      await app.changeComment('one', { kind: 'remove', id: 'none' });
      const [task] = (await app.overview()).tasks.filter(({ id }) => id === 'one');
      if (task?.status === 'skipped') break;
      const review = await app.review('one');
      assert.ok(review.ok, `killed before call ${call} of git`);
      assert.deepEqual(written(), ['new', 'changed'], `killed before call ${call} of git`);
    }
    assert.ok(call > 5, 'it was killed on its way');
    assert.deepEqual(await scene.status('one'), ['skipped', 'its change was discarded in review']);
    assert.deepEqual(written(), [undefined, '1\n2\n3\n4\n5\n']);
    await scene.run();
    const next = await scene.app().review('both');
    assert.deepEqual(next.ok && next.review.files.map(({ path }) => path), ['two.txt']);
  });
});
