import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { readNotifications, webview } from '../../realVscode/workbench';
import { guardDirectory } from '../../../src/platform/state/files/stateDirectory';
import { GuardedAgent } from '../../support/guardedAgent';
import { InstalledHook } from '../../support/installedHook';
import { pictureOfFailure } from './failurePicture';
import { installFirst, VscodeSession, type Dashboard } from './vscodeSession';
import { describeAtFullScale } from '../../support/scale';

const GOAL = 'Make the tests of the cart pass.\nIt rounds to cents wrongly.';
/** Away from the message at the bottom, which covers what is below it for a while. */
const TO_TOP = '(button) => button.scrollIntoView({ block: "start" })';

describe('a session of an agent that Devs did not start, in VS Code', function () {
  this.timeout(180_000);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-e2e-sessions-')));
  const workspace = join(root, 'shop');
  const cwd = join(workspace, 'packages', 'cart');
  const env = { HOME: join(root, 'home'), XDG_STATE_HOME: join(root, 'state') };
  const hook = new InstalledHook(guardDirectory(env));
  const agent = new GuardedAgent(hook, { id: 'e2e-session', cwd });
  let session: VscodeSession;
  let dashboard: Dashboard;
  let card: Locator;

  installFirst();
  before(async () => {
    for (const folder of [cwd, env.HOME]) mkdirSync(folder, { recursive: true });
    session = await VscodeSession.start({
      workspace,
      stateDir: join(root, 'own'),
      env,
      trust: true,
    });
    dashboard = await session.dashboard();
    card = dashboard.frame.locator('.session[data-session="claude.e2e-session.jsonl"]');
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    await hook.dispose();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  /** What the agent reads of its hooks each time. */
  const failTimes = async (times: number, command: string): Promise<readonly string[]> => {
    const answers: string[] = [];
    for (let time = 0; time < times; time += 1) answers.push(await agent.fail(command));
    return answers;
  };
  const status = (word: string): Promise<void> =>
    card.locator('.status-word').getByText(word, { exact: true }).waitFor({ timeout: PATIENCE_MS });

  it('appears below what the folder shows, without a devs.yaml', async () => {
    await dashboard.state('empty');
    await session.picture('sessions-1-none');
    await agent.prompt(GOAL);
    await card.waitFor({ timeout: PATIENCE_MS });
    await status('Working');
    await card.getByText('Make the tests of the cart pass. It rounds').waitFor();
    await card.locator('.status-line').getByText('packages/cart').waitFor();
    await agent.fail('npm test');
    await card.getByText('1 step', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  });

  it('shows a suspicion, then the loop and what its agent was answered', async () => {
    await agent.fail('npm test');
    await card.getByText(/^Maybe a loop/).waitFor({ timeout: PATIENCE_MS });
    await session.picture('sessions-2-suspect');
    await agent.fail('npm test');
    assert.match(await agent.fail('npm test'), /"deny"/);
    await card
      .getByText('Devs refused the next tool call and told the agent why.')
      .waitFor({ timeout: PATIENCE_MS });
    assert.deepEqual(await readNotifications(session.page), []);
  });

  it('notifies once Devs has stopped it, and counts it as what needs you', async () => {
    await failTimes(2, 'npm test');
    assert.match(await agent.fail('npm test'), /"continue":false/);
    await status('Stopped by Devs');
    await card.getByText('Devs ended the turn.').waitFor();
    const buttons = await session.notificationButtons(/^Devs stopped Claude Code \(Make the tests/);
    assert.deepEqual(buttons, ['Proof', 'This Was Not a Loop', 'Rewind…']);
    await session.statusBarSays(/Devs: 1 needs you$/);
    await session.badgeSays(/1 needs you/);
    await session.picture('sessions-3-stopped');
  });

  it('opens its steps as the proof, with what was found and answered at each', async () => {
    await session.page
      .locator('.notifications-toasts')
      .getByRole('button', { name: 'Proof', exact: true })
      .click();
    const replay = webview(session.page, 1);
    await replay
      .locator('.fire', { hasText: 'Step 6, a loop' })
      .getByText(/Devs ended the turn\.$/)
      .waitFor({ timeout: PATIENCE_MS });
    await replay.locator('.timeline .cell').nth(5).waitFor();
    assert.equal(await replay.locator('.timeline .cell').count(), 6);
    await replay
      .locator('.run-head')
      .getByText(/Stopped by Devs · 6 steps/)
      .waitFor();
    await session.page.getByRole('tab', { name: /^Proof: Claude Code: Ma/ }).waitFor();
    await session.picture('sessions-4-proof');
  });

  it('goes on when you say that it was no loop', async () => {
    assert.match(await agent.fail('npm test'), /"deny"/);
    await dashboard.button('This was not a loop', card).click();
    // It says so of each equal loop that the session had.
    const said = card.getByText('You said that this was not a loop.');
    await said.first().waitFor({ timeout: PATIENCE_MS });
    assert.ok((await said.count()) > 1);
    assert.equal(await dashboard.button('This was not a loop', card).count(), 0);
    // The page of its proof follows.
    await webview(session.page, 1)
      .locator('.fire')
      .getByText(/You said that this was not a loop\.$/)
      .first()
      .waitFor({ timeout: PATIENCE_MS });
    // Its turn has ended all the same.
    await status('Waiting for you');
    assert.equal(await agent.fail('npm test'), '');
    await status('Working');
    await session.badgeSays(/^Devs$/);
  });

  it('answers nothing while it is snoozed', async () => {
    await dashboard.button('Snooze', card).click();
    await card.getByText(/^Snoozed until /).waitFor({ timeout: PATIENCE_MS });
    await session.picture('sessions-5-snoozed');
    assert.deepEqual(new Set(await failTimes(6, 'npm run build')), new Set(['']));
    await dashboard.button('End snooze', card).evaluate(TO_TOP);
    await dashboard.button('End snooze', card).click();
    await dashboard.button('Snooze', card).waitFor({ timeout: PATIENCE_MS });
    assert.notDeepEqual(new Set(await failTimes(4, 'npm run lint')), new Set(['']));
  });

  it('becomes a task, which stands in devs.yaml once you add it', async () => {
    await dashboard.button('Create a task', card).evaluate(TO_TOP);
    await dashboard.button('Create a task', card).click();
    const dialog = session.page.locator('.monaco-dialog-box');
    await dialog.getByText('Create devs.yaml in shop?').waitFor({ timeout: PATIENCE_MS });
    assert.ok(!existsSync(join(workspace, 'devs.yaml')));
    await session.picture('sessions-5-ask-for-config');
    await dialog.getByRole('button', { name: 'Create devs.yaml' }).click();
    const form = dashboard.frame.getByRole('form', { name: 'Add a task' });
    await form.waitFor({ timeout: PATIENCE_MS });
    await session.picture('sessions-6-task');
    await dashboard.button('Add task', form).click();
    const written = (): true | undefined => {
      const text = readFileSync(join(workspace, 'devs.yaml'), 'utf8');
      return /It rounds to cents wrongly\./.test(text) && /packages\/cart/.test(text)
        ? true
        : undefined;
    };
    await pollUntil(written, { what: 'the task in devs.yaml', withinMs: PATIENCE_MS });
    await dashboard.card('make-the-tests-of-the-cart-pass').waitFor({ timeout: PATIENCE_MS });
    await card.scrollIntoViewIfNeeded();
    await session.picture('sessions-7-beside-tasks');
    session.assertNothingRefused();
  });
});

describeAtFullScale(
  'a session of an agent that Devs did not start, in an untrusted workspace',
  function () {
    this.timeout(180_000);
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'devs-e2e-untrusted-')));
    const workspace = join(root, 'shop');
    const env = { HOME: join(root, 'home'), XDG_STATE_HOME: join(root, 'state') };
    const hook = new InstalledHook(guardDirectory(env));
    let session: VscodeSession;

    installFirst();
    before(async () => {
      for (const folder of [workspace, env.HOME]) mkdirSync(folder, { recursive: true });
      session = await VscodeSession.start({
        workspace,
        stateDir: join(root, 'own'),
        env,
        trust: false,
      });
    });
    after(async () => {
      await VscodeSession.end(session);
      await hook.dispose();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    });

    it('is not shown', async () => {
      const dashboard = await session.dashboard();
      const agent = new GuardedAgent(hook, { id: 'hidden', cwd: workspace });
      await agent.prompt(GOAL);
      for (let time = 0; time < 8; time += 1) await agent.fail('npm test');
      await dashboard.state('untrusted');
      assert.equal(await dashboard.frame.locator('.session').count(), 0);
      assert.deepEqual(await readNotifications(session.page), []);
    });
  },
);
