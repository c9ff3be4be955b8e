import assert from 'node:assert/strict';
import { runCommand } from '../../../realVscode/workbench';
import { PATIENCE_MS } from '../../../realVscode/waiting';
import { countNotifications } from './pieces';
import { awaitQuickInput, pressLine } from './quickInput';
import { ANSWER, DRAFT, PAUSED, WRONG, type Scene } from './scene';

/** A run of one window, as the other one and the terminal see it. */
export function whileRunningTests(scene: Scene): void {
  const { workspace } = scene;

  describe('while window A runs a task', () => {
    let open: () => void;

    it('shows in window B who runs, and offers no second run', async () => {
      const { a, b } = scene.windows;
      const calls = workspace.calls().length;
      open = scene.hold(WRONG);
      await a.dashboard.button('Run').click();
      await scene.agentAfter(calls);
      await scene.windows.show(ANSWER, 'in_progress');
      assert.equal((await scene.windows.status(ANSWER)).holder?.pid, scene.hosts.a);
      const holder = b.dashboard.frame.locator('.holder');
      const words = 'Running in another window since';
      await holder.filter({ hasText: words }).waitFor({ timeout: PATIENCE_MS });
      assert.equal(await b.dashboard.button('Run').isVisible(), false);
      assert.equal(await a.dashboard.frame.locator('.holder').isVisible(), false);
      for (const each of [a, b])
        await each.session.statusBarSays(
          new RegExp(`^Devs: ${ANSWER} · (\\d+ min · )?attempt 1 of 1 · 1 needs you$`),
        );
      await scene.windows.pictures('two-1-running');
    });

    it('refuses a run and a rewind in the terminal, says who is at work and what to do', async () => {
      const run = await workspace.devs('run');
      assert.equal(run.code, 1);
      const byA = 'a VS Code window';
      assert.match(run.stderr, new RegExp(`${byA}.*\`devs pause\``, 'i'));
      const rewind = await workspace.devs('rewind', DRAFT, '--yes');
      assert.equal(rewind.code, 1);
      assert.match(
        rewind.stderr,
        new RegExp(`\`devs pause\`.* working on ${ANSWER} in ${byA}`, 'i'),
      );
      const itself = await workspace.devs('rewind', ANSWER, '--yes');
      assert.equal(itself.code, 1);
      assert.match(
        itself.stderr,
        new RegExp(`\`devs pause\`.* working on ${ANSWER} in ${byA}`, 'i'),
      );
      assert.equal(workspace.read('draft.txt'), 'second\n');
    });

    it('refuses Rewind… in window B, in the dashboard and in the palette', async () => {
      const { session, dashboard } = scene.windows.b;
      const card = dashboard.card(DRAFT);
      const rewind = card.locator('.actions [data-action="rewind"]');
      assert.equal(await rewind.getAttribute('aria-disabled'), 'true');
      await dashboard.button('Rewind…', card).click({ force: true }); // refused, not dead: it says why
      const why = /A run is active in another window\. Pause the run first/;
      await dashboard.frame.locator('.note', { hasText: why }).waitFor();
      await runCommand(session.page, 'Devs: Rewind Task…');
      await awaitQuickInput(session.page, /^Rewind write-draft|when\?$/);
      await pressLine(session.page, 'Before the first turn');
      const refusal = new RegExp(
        `Pause the run first.* working on ${ANSWER} in a VS Code window\\.`,
      );
      await session.notificationButtons(refusal);
      await scene.windows.pictures('two-2-refused');
      assert.equal(workspace.read('draft.txt'), 'second\n');
      await runCommand(session.page, 'Notifications: Clear All Notifications');
    });

    it('tells of the pause once in each window, and counts it on the badge', async () => {
      const { a, b } = scene.windows;
      open();
      await scene.windows.show(ANSWER, PAUSED);
      for (const window of [a, b]) {
        await window.dashboard.runState('Waiting for you');
        const buttons = await window.session.notificationButtons(/^Devs: fix-answer needs you/);
        assert.deepEqual([...buttons].sort(), ['Answer…', 'Rewind…', 'Skip']);
        assert.equal(await countNotifications(window, /^Devs: /), 1);
        await window.session.badgeSays(/2 need you/);
        await window.session.statusBarSays('Devs: 2 need you');
      }
      await scene.windows.pictures('two-3-paused');
    });
  });
}
