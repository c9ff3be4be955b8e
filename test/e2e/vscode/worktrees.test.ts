import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openView, webview } from '../../realVscode/workbench';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { LOOPING, TestWorkspace } from '../cli/testWorkspace';
import { pictureOfFailure } from './failurePicture';
import { sharedStateDir } from './sharedVscode';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

const TASK = 'fix-answer';

describe('the worktree of a task, in VS Code', function () {
  this.timeout(180_000);
  const workspace = new TestWorkspace(sharedStateDir);
  let session: VscodeSession;
  let dashboard: Dashboard;

  installFirst();
  before(async () => {
    workspace.configure([LOOPING], {
      ...{ isolate: true, baseline: false },
      limits: { loopThreshold: 1, maxPivots: 0 },
    });
    workspace.commitAll();
    session = await VscodeSession.open(workspace.folder);
    dashboard = await session.dashboard();
    await dashboard.button('Run').click();
    await dashboard.status(TASK, 'PAUSED_FOR_INTERVENTION');
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await workspace.dispose();
  });

  it('opens in a terminal, with what its agent has', async () => {
    await dashboard.button('Open terminal', dashboard.card(TASK)).click();
    const output = join(workspace.root, 'output.txt');
    const terminal = session.page.locator('.terminal-wrapper.active textarea');
    await terminal.waitFor({ state: 'attached', timeout: PATIENCE_MS });
    await terminal.focus();
    await session.page.keyboard.type(
      `echo "$PWD $DEVS_WORKTREE $DEVS_PORT" > '${output}.new' && mv '${output}.new' '${output}'\n`,
    );
    const written = (): string | undefined =>
      existsSync(output) ? readFileSync(output, 'utf8') : undefined;
    const text = await pollUntil(written, { what: 'the terminal', withinMs: PATIENCE_MS });
    const [folder = '', worktree, port] = text.trim().split(' ');
    assert.ok(folder.startsWith(join(workspace.stateDir, 'worktrees')), text);
    assert.equal(worktree, folder);
    assert.match(port ?? '', /^2\d{4}$/);
    await session.picture('worktrees-1-terminal');
  });

  it('opens in a window of its own, which says whose it is and runs nothing', async () => {
    const opened = session.page.context().waitForEvent('page', { timeout: PATIENCE_MS });
    await dashboard.button('Open worktree', dashboard.card(TASK)).click();
    const page: Page = await opened;
    await page.locator('.monaco-workbench').waitFor({ timeout: PATIENCE_MS });
    await openView(page, 'Devs');
    const state = webview(page).locator('.state[data-state="worktree"]');
    await state.getByRole('heading', { name: `The worktree of ${TASK}` }).waitFor({
      timeout: PATIENCE_MS,
    });
    await state.getByText(workspace.folder, { exact: true }).waitFor();
    await state.getByRole('button', { name: 'Open the workspace' }).waitFor();
    assert.equal(await page.getByText('Create devs.yaml').count(), 0);
    await page.close();
  });
});
