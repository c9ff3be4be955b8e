import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { TestWorkspace } from '../cli/testWorkspace';
import { editorStored } from '../../realVscode/storedEditors';
import { PATIENCE_MS } from '../../realVscode/waiting';
import { editorWebview } from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'fix-answer';

describe('the page of a task, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    const write = { 'cart.txt': '1', 'total.txt': '2' };
    workspace.configureWatched([{ write, sameCalls: 20, hang: true }], {
      limits: { loopThreshold: 1, maxPivots: 0 },
    });
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  /** The page of the task: after a reload it may come before or after the dashboard, which is a view of the side bar. */
  const taskPage = (): FrameLocator => editorWebview(session.page);

  it('opens at a click on the title, with the steps of the turn', async () => {
    await dashboard.button('Run').click();
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
    await dashboard.card(TASK).locator('[data-action="openTask"]').click();
    const lines = taskPage().locator('.step-line');
    await lines.first().waitFor({ timeout: PATIENCE_MS });
    assert.match(await lines.first().innerText(), /Bash/);
    const note = await dashboard.frame.locator('.note').textContent();
    assert.doesNotMatch(note ?? '', /Opened/, 'the page is seen, and not told of as well');
    await session.picture('task-1-opened');
    session.assertNothingRefused();
  });

  it('copies as Markdown what it says', async () => {
    await session.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await taskPage().getByRole('button', { name: 'Copy as Markdown' }).click();
    await taskPage()
      .locator('.note', { hasText: 'Copied as Markdown.' })
      .waitFor({ timeout: PATIENCE_MS });
    const copied = String(await session.page.evaluate('navigator.clipboard.readText()'));
    assert.match(copied, /^# .*\n\nPaused/);
    assert.match(copied, /## Turns\n\n- Turn 1: /);
    assert.doesNotMatch(copied, /\bpid\b|file:\/\//);
  });

  it('comes back after a reload of the window', async () => {
    await editorStored(session.page, 'devs.task', 'taskId');
    await session.reload();
    const lines = taskPage().locator('.step-line');
    await lines.first().waitFor({ timeout: PATIENCE_MS });
    assert.match(await lines.first().innerText(), /Bash/);
    await session.picture('task-2-reloaded');
  });

  it('opens the changes of all files of the task side by side', async () => {
    await taskPage().getByRole('button', { name: 'Changes since the start' }).click();
    const entries = session.page.locator('.multiDiffEntry');
    for (const file of ['cart.txt', 'total.txt']) {
      await entries.filter({ hasText: file }).first().waitFor({ timeout: PATIENCE_MS });
    }
    await session.picture('task-3-changes');
    session.assertNothingRefused();
  });
});
