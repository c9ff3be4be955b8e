import assert from 'node:assert/strict';
import { send } from '../../../realVscode/processes';
import { describeAtFullScale } from '../../../support/scale';
import { SOLVING } from '../../cli/testWorkspace';
import { LATER, WRONG, type Scene } from './scene';

/** A window that dies or is reloaded while it runs a task. */
export function windowEndsTests(scene: Scene): void {
  const { workspace } = scene;

  describeAtFullScale('when a window ends during its run', () => {
    it('notices the death of its extension host: nothing runs, the turn is interrupted', async () => {
      const calls = workspace.calls().length;
      workspace.play([{ ...WRONG, hang: true }]);
      await scene.windows.a.dashboard.button('Run').click();
      const left = await scene.agentAfter(calls);
      await scene.windows.show(LATER, 'in_progress');
      send(scene.hosts.a, 'SIGKILL');
      await scene.windows.b.dashboard.runState('Waiting for you');
      await scene.windows.b.dashboard.status(LATER, 'pending');
      await scene.windows.b.session.picture('two-13-holder-killed-b');
      const { holder, task } = await scene.windows.status(LATER);
      assert.equal(holder, null);
      assert.deepEqual(
        task.turnList.map(({ outcome }) => outcome),
        ['interrupted'],
      );
      await scene.endOf(left);
      await scene.windows.b.dashboard.card(LATER).locator('.turn').first().waitFor();
    });

    it('is taken over by window B, which runs on', async () => {
      workspace.play([{ ...SOLVING, write: { 'answer.txt': '42', 'later.txt': 'done\n' } }]);
      await scene.windows.b.dashboard.button('Run').click();
      scene.windows.a.dashboard = await scene.windows.a.session.dashboard();
      await scene.windows.settled(LATER, 'done', 2);
      const { task } = await scene.windows.status(LATER);
      assert.deepEqual(
        task.turnList.map(({ outcome }) => outcome),
        ['interrupted', 'success'],
      );
      await scene.windows.pictures('two-14-taken-over');
    });

    it('starts nothing by itself after a reload, and tells that the turn was interrupted', async () => {
      assert.equal((await workspace.devs('retry', LATER)).code, 0);
      await scene.windows.show(LATER, 'pending');
      const calls = workspace.calls().length;
      workspace.play([{ ...WRONG, hang: true }]);
      await scene.windows.a.dashboard.button('Run').click();
      const left = await scene.agentAfter(calls);
      await scene.windows.a.session.reload();
      scene.windows.a.dashboard = await scene.windows.a.session.dashboard();
      await scene.windows.settled(LATER, 'pending', 3);
      for (const { dashboard } of [scene.windows.a, scene.windows.b])
        await dashboard.runState('Waiting for you');
      await scene.endOf(left);
      const { holder, run, task } = await scene.windows.status(LATER);
      assert.deepEqual(
        [holder, run, task.turnList.at(-1)?.outcome],
        [null, 'PAUSED', 'interrupted'],
      );
      assert.equal(workspace.calls().length, calls + 1);
      await scene.windows.pictures('two-15-reloaded');
    });
  });
}
