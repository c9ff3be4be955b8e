import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { runCommand } from '../../realVscode/workbench';
import { guardDirectory } from '../../../src/platform/state/files/stateDirectory';
import { GuardedAgent } from '../../support/guardedAgent';
import { InstalledHook } from '../../support/installedHook';
import { pictureOfFailure } from './failurePicture';
import { acceptChecked, awaitQuickInput, pressLine, quickLines } from './twoWindows/quickInput';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';

describe('the files of a session of an agent that Devs did not start, in VS Code', function () {
  this.timeout(180_000);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-e2e-session-files-')));
  const workspace = join(root, 'shop');
  const env = { HOME: join(root, 'home'), XDG_STATE_HOME: join(root, 'state') };
  const hook = new InstalledHook(guardDirectory(env));
  const agent = new GuardedAgent(hook, {
    ...{ id: 'e2e-files', cwd: workspace, recording: join(root, 'recording.jsonl') },
  });
  let session: VscodeSession;
  let dashboard: Dashboard;
  let rewind: Locator;

  const write = (path: string, text: string): void => writeFileSync(join(workspace, path), text);
  const read = (path: string): string | undefined =>
    existsSync(join(workspace, path)) ? readFileSync(join(workspace, path), 'utf8') : undefined;
  const checkpoints = (): number => hook.records.filter(({ kind }) => kind === 'checkpoint').length;
  /** Waits for the checkpoint that a prompt or a stop makes. */
  const recorded = async (act: () => Promise<string>): Promise<void> => {
    const before = checkpoints();
    await act();
    const made = (): true | undefined => checkpoints() > before || undefined;
    await pollUntil(made, { what: 'its checkpoint', withinMs: PATIENCE_MS });
  };
  const statusIs = (status: RegExp): Promise<void> =>
    dashboard.frame
      .locator('.session .status-word', { hasText: status })
      .waitFor({ timeout: PATIENCE_MS });
  const confirm = async (list: RegExp, button: string): Promise<void> => {
    await awaitQuickInput(session.page, list);
    const widget = session.page.locator('.quick-input-widget:visible');
    await widget.getByRole('button', { name: button, exact: true }).click();
  };

  installFirst();
  before(async () => {
    for (const folder of [workspace, env.HOME]) mkdirSync(folder, { recursive: true });
    execFileSync('git', ['init', '-q', workspace]);
    write('cart.js', 'one\n');
    write('notes.txt', 'mine\n');
    session = await VscodeSession.start({
      workspace,
      stateDir: join(root, 'own'),
      env,
      trust: true,
    });
    dashboard = await session.dashboard();
    rewind = dashboard.frame.locator('.session [data-action="rewindSession"]');
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await hook.dispose();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('are rewound while the agent seems to work only once you say that it has stopped', async () => {
    await recorded(() => agent.prompt('Round the cart.'));
    write('cart.js', 'two\n');
    await recorded(() => agent.stop());
    write('notes.txt', 'mine, edited\n');
    await recorded(() => agent.prompt('Round it again,\nto cents.'));
    await statusIs(/^Working$/);
    // The checkpoints are read after the status.
    const enabled = '.session [data-action="rewindSession"]:not([aria-disabled])';
    await dashboard.frame.locator(enabled).waitFor({ timeout: PATIENCE_MS });
    await rewind.click();
    const dialog = session.page.locator('.monaco-dialog-box');
    await dialog
      .getByText(/^Claude Code still seems to be working\. Has it stopped\?$/)
      .waitFor({ timeout: PATIENCE_MS });
    await session.picture('session-files-1-working');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached', timeout: PATIENCE_MS });
  });

  it('wait for you once you interrupt the agent', async () => {
    write('cart.js', 'three\n');
    write('new.js', 'new\n');
    agent.interrupt();
    await statusIs(/^Waiting for you, interrupted$/);
  });

  it('go back to before a prompt, and what you changed between the turns is kept', async () => {
    await rewind.click();
    await awaitQuickInput(session.page, /^Rewind Claude Code$/);
    const lines = await quickLines(session.page);
    assert.deepEqual(
      lines.map(({ label }) => label),
      ['Before prompt 2', 'Before prompt 1'],
    );
    await session.picture('session-files-2-moments');
    await pressLine(session.page, 'Before prompt 2');
    await awaitQuickInput(session.page, /^Rewind 2 files · Claude Code to before prompt 2$/);
    await session.picture('session-files-3-files');
    for (const label of ['Restore cart.js', 'Delete new.js']) await pressLine(session.page, label);
    await acceptChecked(session.page);
    await awaitQuickInput(
      session.page,
      /^No file is selected: select a file, or press Escape to cancel/,
    );
    await session.picture('session-files-3-nothing-ticked');
    for (const label of ['Restore cart.js', 'Delete new.js']) await pressLine(session.page, label);
    await confirm(/^Rewind 2 files/, 'Rewind 2 files');
    const buttons = await session.notificationButtons(
      /^Devs: Rewound Claude Code to before prompt 2: 1 file restored, 1 deleted\.$/,
    );
    assert.deepEqual(buttons, ['Undo']);
    assert.deepEqual(['cart.js', 'new.js', 'notes.txt'].map(read), [
      ...['two\n', undefined, 'mine, edited\n'],
    ]);
    await session.picture('session-files-4-rewound');
  });

  it('are as before once that is undone', async () => {
    await session.page
      .locator('.notifications-toasts')
      .getByRole('button', { name: 'Undo', exact: true })
      .click();
    await awaitQuickInput(session.page, /^Restore 2 files · Claude Code as before the rewind$/);
    await session.picture('session-files-5-undo');
    await confirm(/^Restore 2 files/, 'Restore 2 files');
    const undone = (): true | undefined => read('cart.js') === 'three\n' || undefined;
    await pollUntil(undone, { what: 'the file as before', withinMs: PATIENCE_MS });
    assert.deepEqual(['new.js', 'notes.txt'].map(read), ['new\n', 'mine, edited\n']);
  });

  it('go back from the palette too', async () => {
    await runCommand(session.page, 'Devs: Guarded Sessions…');
    await awaitQuickInput(session.page, /^Guarded sessions$/);
    await session.picture('session-files-6-palette');
    await session.page.keyboard.press('Enter');
    await awaitQuickInput(session.page, /^Round it again/);
    await pressLine(session.page, 'Rewind…');
    await awaitQuickInput(session.page, /^Rewind Claude Code$/);
    await pressLine(session.page, 'Before prompt 1');
    await confirm(/to before prompt 1$/, 'Rewind 2 files');
    const back = (): true | undefined => read('cart.js') === 'one\n' || undefined;
    await pollUntil(back, { what: 'the first content', withinMs: PATIENCE_MS });
    assert.deepEqual(['new.js', 'notes.txt'].map(read), [undefined, 'mine, edited\n']);
    session.assertNothingRefused();
  });
});
