import assert from 'node:assert/strict';
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
import { guardPaths } from '../../../src/platform/guard/guardPaths';
import { guardDirectory } from '../../../src/platform/state/files/stateDirectory';
import { PATIENCE_MS } from '../../realVscode/waiting';
import { runCommand } from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { acceptChecked, awaitQuickInput, pressLine, quickLines } from './twoWindows/quickInput';
import { installFirst, VscodeSession } from './vscodeSession';

const SETTINGS = '{\n  "model": "opus"\n}\n';
const DIFF = /^Claude Code: settings\.json, now ↔ after/;

describe('guarding agents from the palette of VS Code', function () {
  this.timeout(180_000);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-e2e-guard-')));
  const workspace = join(root, 'shop');
  const [claude, home] = [join(root, 'claude'), join(root, 'home')];
  const settings = join(claude, 'settings.json');
  const env = {
    ...{ HOME: home, XDG_STATE_HOME: join(root, 'state') },
    ...{ CLAUDE_CONFIG_DIR: claude, CODEX_HOME: join(root, 'codex') },
  };
  let session: VscodeSession;

  installFirst();
  before(async () => {
    for (const folder of [workspace, claude, home]) mkdirSync(folder);
    writeFileSync(settings, SETTINGS);
    session = await VscodeSession.start({
      workspace,
      stateDir: join(root, 'own'),
      env,
      trust: true,
    });
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  const diff = (): Locator => session.page.getByRole('tab', { name: DIFF });
  const list = (): Locator => session.page.locator('.quick-input-widget:visible');
  const press = (name: string): Promise<void> => pressLine(session.page, name);
  /** Presses the line of Claude Code in the list of agents, and accepts the list. */
  async function toggleClaude(): Promise<void> {
    await runCommand(session.page, 'Devs: Guard My Agents…');
    await awaitQuickInput(session.page, /^Guard my agents/);
    await pressLine(session.page, 'Claude Code');
    await session.picture('guard-1-agents');
    await acceptChecked(session.page);
    await diff().waitFor({ timeout: PATIENCE_MS });
    await awaitQuickInput(session.page, /^Change the settings of Claude Code\?$/);
  }

  it('is offered where there is nothing of Devs yet', async () => {
    const dashboard = await session.dashboard();
    await dashboard.button('Guard my agents…', await dashboard.state('empty')).click();
    await awaitQuickInput(session.page, /^Guard my agents/);
    const [line] = await quickLines(session.page);
    assert.deepEqual([line?.label, line?.checked], ['Claude Code', false]);
    await session.page.keyboard.press('Escape');
  });

  it('shows what changes in the settings, and changes nothing before you agree', async () => {
    await toggleClaude();
    await list().getByText(`Guard Claude Code: ${settings}`).waitFor();
    await session.picture('guard-2-preview');
    await press('Change nothing');
    await diff().waitFor({ state: 'detached', timeout: PATIENCE_MS });
    assert.equal(readFileSync(settings, 'utf8'), SETTINGS);
  });

  it('puts the hooks into the settings, and what they call into the state of Devs', async () => {
    await toggleClaude();
    await press('Install');
    await session.statusBarSays(/Claude Code: sessions that you start from now on are guarded\.$/);
    await session.picture('guard-3-installed');
    const { model, hooks } = JSON.parse(readFileSync(settings, 'utf8')) as Record<string, object>;
    assert.equal(model, 'opus');
    assert.ok(hooks !== undefined && 'PreToolUse' in hooks);
    assert.ok(existsSync(join(guardPaths(guardDirectory(env)).bin, 'hook.js')));
  });

  it('gives back every byte', async () => {
    await toggleClaude();
    await list().getByText(`Stop guarding Claude Code: ${settings}`).waitFor();
    await press('Remove');
    await diff().waitFor({ state: 'detached', timeout: PATIENCE_MS });
    await session.statusBarSays(/No longer guarded: Claude Code\.$/);
    assert.equal(readFileSync(settings, 'utf8'), SETTINGS);
    session.assertNothingRefused();
  });
});
