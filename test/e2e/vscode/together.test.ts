import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { isAlive, type DevsProcess } from '../cli/devsProcess';
import { LOOPING, TestWorkspace } from '../cli/testWorkspace';
import type { Locator } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { describeAtFullScale } from '../../support/scale';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

describeAtFullScale('a window and a terminal in one workspace', function () {
  this.timeout(180_000);
  let workspace: TestWorkspace;
  let session: VscodeSession;
  let dashboard: Dashboard;
  let cleanUp = (): void => undefined;

  installFirst();

  before(async () => {
    workspace = new TestWorkspace(sharedStateDir);
    workspace.configure([{ ...LOOPING, hang: true }], {
      tasks: [
        { id: 'first', goal: 'The answer is 42.' },
        { id: 'second', goal: 'The answer is 42.' },
      ],
    });
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    cleanUp();
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  /** The time at which the next request is put into the inbox. */
  function nextRequestAt(): Promise<number> {
    return new Promise((done) => {
      const watcher = watch(join(workspace.stateDir, 'inbox'), () => {
        done(Date.now());
        watcher.close();
      });
      cleanUp = () => watcher.close();
    });
  }

  /** The time at which the card comes to say that its task is skipped, as the page itself sees it. */
  function skippedAt(card: Locator): Promise<number> {
    return card.evaluate(
      (element: unknown) =>
        new Promise<number>((done) => {
          const { dataset } = element as { dataset: Record<string, string> };
          const timer = setInterval(() => {
            if (dataset['status'] !== 'skipped') return;
            clearInterval(timer);
            done(Date.now());
          }, 5);
        }),
    );
  }

  async function agentOf(call: number): Promise<number> {
    const patience = { what: `call ${call} of the agent`, withinMs: PATIENCE_MS };
    return pollUntil(() => workspace.calls()[call - 1]?.pid, patience);
  }

  async function endOf(pid: number): Promise<void> {
    const patience = { what: `the end of the agent (${pid})`, withinMs: 10_000 };
    await pollUntil(() => (isAlive(pid) ? undefined : true), patience);
  }

  it('shows what `devs skip` in the terminal did to the run of the window', async () => {
    await dashboard.button('Run').click();
    await dashboard.status('first', 'in_progress');
    const agent = await agentOf(1);
    const status = await workspace.devs('status');
    assert.match(status.stdout, /held by a VS Code window \(pid \d+ /);

    const asked = nextRequestAt();
    const shown = skippedAt(dashboard.card('first'));
    const began = Date.now();
    const { code, stderr } = await workspace.devs('skip', 'first');
    const ended = Date.now();
    assert.equal(code, 0, stderr);
    const took = (await shown) - (await asked);
    const whole = `the command took ${ended - began} ms, shown ${(await shown) - began} ms after its start`;
    console.log(`      shown ${took} ms after the request (${whole})`);
    await endOf(agent);
    await dashboard.status('second', 'in_progress');
    await session.picture('together-1-skipped');
  });

  it('ends the run of the window with `devs pause --now` in the terminal', async () => {
    const agent = await agentOf(2);
    assert.equal((await workspace.devs('pause', '--now')).code, 0);
    await dashboard.runState('Stopped');
    await endOf(agent);
    assert.equal(await dashboard.button('Run').getAttribute('aria-disabled'), null);
  });

  describe('while the terminal runs', () => {
    let run: DevsProcess;

    it('shows who holds the workspace, and offers no second run', async () => {
      run = workspace.start(['run']);
      await dashboard.runState('Running');
      const holder = dashboard.frame.locator('.holder');
      const words = 'Running in a terminal since';
      await holder.filter({ hasText: words }).waitFor({ timeout: PATIENCE_MS });
      assert.equal(await dashboard.button('Run').isVisible(), false);
      await dashboard.status('second', 'in_progress');
      await session.picture('together-2-terminal-runs');
    });

    it('notices that the holder was killed, and runs again', async () => {
      const agent = await agentOf(3);
      const killed = performance.now();
      run.kill('SIGKILL');
      const again = dashboard.button('Run');
      await again.waitFor({ timeout: PATIENCE_MS });
      console.log(`      noticed ${Math.round(performance.now() - killed)} ms after kill -9`);
      await dashboard.runState('Stopped');
      assert.equal(await dashboard.frame.locator('.holder').isVisible(), false);
      await endOf(agent);
      await session.picture('together-3-holder-dead');

      await again.click();
      await dashboard.status('second', 'in_progress');
      const next = await agentOf(4);
      await dashboard.button('Cancel now').click();
      await dashboard.runState('Stopped');
      await endOf(next);
    });
  });
});
