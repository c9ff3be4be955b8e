import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { TestWorkspace } from '../cli/testWorkspace';
import { editorStored } from '../../realVscode/storedEditors';
import { PATIENCE_MS } from '../../realVscode/waiting';
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
    workspace.configureWatched([{ sameCalls: 20, hang: true }], {
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

  /** The page of the task, wherever it is among the webviews. */
  const taskPage = (): FrameLocator =>
    session.page
      .locator('iframe.webview.ready:visible')
      .last()
      .contentFrame()
      .frameLocator('#active-frame');

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

  it('comes back after a reload of the window', async () => {
    await editorStored(session.page, 'devs.task');
    await session.reload();
    const lines = taskPage().locator('.step-line');
    await lines.first().waitFor({ timeout: PATIENCE_MS });
    assert.match(await lines.first().innerText(), /Bash/);
    await session.picture('task-2-reloaded');
  });
});
