import assert from 'node:assert/strict';
import { runCommand } from '../../../realVscode/workbench';
import { describeAtFullScale } from '../../../support/scale';
import { SOLVING } from '../../cli/testWorkspace';
import { awaitQuickInput, pressLine, typeInto } from './quickInput';
import { ANSWER, LATER, PAUSED, WRONG, type Scene } from './scene';

/** Everything else that a human does, each from another place. */
export function hereAndThereTests(scene: Scene): void {
  const { workspace } = scene;

  describeAtFullScale('interventions from here and there', () => {
    it('goes on after "Not a loop" in window A', async () => {
      workspace.play([WRONG]);
      const { dashboard } = scene.windows.a;
      await dashboard.button('Not a loop', dashboard.card(ANSWER)).click();
      await scene.windows.settled(ANSWER, PAUSED, 2);
      const { who, ...rest } = await scene.windows.newest(ANSWER, 4);
      assert.equal(who?.pid, scene.hosts.a);
      assert.deepEqual(rest, { what: 'notALoop', from: PAUSED, to: 'pending', detail: '' });
    });

    it('goes on with a hint from the palette of window B, and the agent is told it', async () => {
      const { page } = scene.windows.b.session;
      await runCommand(page, 'Devs: Resume Task…');
      await awaitQuickInput(page, /Resume which task/);
      await pressLine(page, ANSWER);
      await awaitQuickInput(page, /^Resume fix-answer/);
      await typeInto(page, 'Think of towels.');
      await awaitQuickInput(page, /Which agent should continue/);
      await pressLine(page, 'scripted');
      await scene.windows.settled(ANSWER, PAUSED, 3);
      const { who, ...rest } = await scene.windows.newest(ANSWER, 5);
      assert.equal(who?.pid, scene.hosts.b);
      const detail = 'hint: Think of towels.';
      assert.deepEqual(rest, { what: 'resume', from: PAUSED, to: 'pending', detail });
      assert.match(workspace.calls().at(-1)?.prompt ?? '', /Think of towels\./);
    });

    it('skips in the terminal', async () => {
      assert.equal((await workspace.devs('skip', ANSWER)).code, 0);
      await scene.windows.show(ANSWER, 'skipped');
      const { who, ...rest } = await scene.windows.newest(ANSWER, 6);
      assert.equal(who?.who, 'terminal');
      assert.deepEqual(rest, { what: 'skip', from: PAUSED, to: 'skipped', detail: '' });
    });

    it('retries from the palette of window A', async () => {
      const { page } = scene.windows.a.session;
      await runCommand(page, 'Devs: Retry Task…');
      await awaitQuickInput(page, /^Restart which task/);
      await pressLine(page, ANSWER);
      await scene.windows.show(ANSWER, 'pending');
      const { who, ...rest } = await scene.windows.newest(ANSWER, 7);
      assert.equal(who?.pid, scene.hosts.a);
      assert.deepEqual(rest, { what: 'retry', from: 'skipped', to: 'pending', detail: '' });
      await scene.windows.pictures('two-9-retried');
    });

    it('pauses the run of window B from the terminal: its turn ends, no other begins', async () => {
      const calls = workspace.calls().length;
      const open = scene.hold(SOLVING);
      await scene.windows.b.dashboard.button('Run').click();
      await scene.agentAfter(calls);
      const pause = workspace.start(['pause']);
      assert.equal((await pause.ended).code, 0);
      const { who, ...rest } = await scene.windows.newest(ANSWER, 8);
      assert.deepEqual([who?.who, who?.pid], ['terminal', pause.child.pid]);
      assert.deepEqual(rest, {
        what: 'pause',
        from: 'in_progress',
        to: 'pending',
        detail: 'after the turn',
      });
      open();
      await scene.windows.show(ANSWER, 'done');
      for (const { dashboard } of [scene.windows.a, scene.windows.b])
        await dashboard.runState('Waiting for you');
      assert.equal((await scene.windows.status(LATER)).task.turns, 0);
      await scene.windows.pictures('two-10-paused-by-terminal');
    });
  });
}
