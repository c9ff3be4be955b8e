import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { screenshot } from '../../realVscode/browser';
import {
  answerNotification,
  closeTrustPage,
  grantTrust,
  runCommand,
  trustButton,
  webview,
} from '../../realVscode/workbench';
import manifest from '../../../package.json';
import { pictureOfFailure } from './failurePicture';
import { Dashboard, installFirst, VscodeSession } from './vscodeSession';

const RIGHT = `version: 1
agents:
  sleepy: { type: command, command: [sleep, '600'] }
tasks:
  - id: rest
    title: Have a rest
    goal: Sleep.
    verify: 'true'
`;

/** Two mistakes, in lines 3 and 6. */
const WRONG = RIGHT.replace('type: command,', 'type: comand,').replace('title:', 'titel:');

describe('what stands in the way of the tasks', function () {
  this.timeout(180_000);
  let root: string;
  let session: VscodeSession | undefined;

  installFirst();
  before(() => (root = mkdtempSync(join(tmpdir(), 'devs-e2e-states-'))));
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  async function start(name: string, trust: boolean): Promise<VscodeSession> {
    const workspace = join(root, name);
    mkdirSync(workspace, { recursive: true });
    session = trust
      ? await VscodeSession.open(workspace)
      : await VscodeSession.start({ workspace, stateDir: join(root, `${name}-state`), trust });
    return session;
  }

  describe('in a trusted folder', () => {
    let window: VscodeSession;
    let file: string;
    const problem = (line: number) =>
      window.page.getByRole('treeitem', { name: new RegExp(`at line ${line}\\b`) });

    before(async () => {
      file = join(root, 'empty', 'devs.yaml');
      window = await start('empty', true);
    });
    after(() => VscodeSession.end(window));

    it('an empty one is offered a devs.yaml, which is written and set up', async () => {
      const dashboard = await window.dashboard();
      const state = await dashboard.state('empty');
      assert.match(await state.innerText(), /There is no devs\.yaml in empty/);
      await window.picture('states-1-empty');
      await dashboard.button('Create devs.yaml', state).click();
      await window.page.getByRole('tab', { name: /^Set up: empty/ }).waitFor();
      assert.match(readFileSync(file, 'utf8'), /^version: 1$/m);
      await dashboard.runState('Stopped');
      await dashboard.button('Add task').first().waitFor();
      await window.statusBarSays('Devs: no tasks');
      await window.picture('states-2-created');
    });

    it('the demo opens in a window of its own, with its dashboard, and runs', async () => {
      const opened = window.page.context().waitForEvent('page', { timeout: PATIENCE_MS });
      await runCommand(window.page, 'Devs: Try the Demo');
      const page = await opened;
      const demo = new Dashboard(webview(page));
      await demo.status('cart-total', 'pending');
      await screenshot(page, 'states-demo');
      await demo.button('Run').click();
      await demo.status('cart-total', 'in_progress');
      await page.close();
    });

    it('a wrong devs.yaml is shown with its lines, in the dashboard and in the Problems panel', async () => {
      writeFileSync(file, WRONG);
      const dashboard = await window.dashboard();
      const state = await dashboard.state('invalid');
      const links = state.locator('button.link');
      assert.deepEqual(await links.allInnerTexts(), ['devs.yaml:3', 'devs.yaml:6']);
      await window.statusBarSays('Devs: needs fixing');
      await runCommand(window.page, 'Problems: Focus on Problems View');
      await problem(3).waitFor();
      await problem(6).waitFor();
      await window.picture('states-3-wrong');
      await links.nth(1).click();
      await window.statusBarSays('Ln 6, Col 1');
      await window.picture('states-4-line');
    });

    it('a corrected one brings the tasks back and empties the Problems panel', async () => {
      writeFileSync(file, RIGHT);
      const dashboard = await window.dashboard();
      await dashboard.status('rest', 'pending');
      await problem(3).waitFor({ state: 'hidden' });
      await window.statusBarSays('Devs: 0 of 1 done');
    });

    it('a wrong one never takes the tasks away, and those that need you can still be skipped', async () => {
      writeFileSync(file, WRONG);
      const dashboard = await window.dashboard();
      const banner = dashboard.frame.getByRole('region', { name: 'Problems of devs.yaml' });
      await banner.getByText('devs.yaml has 2 problems · line 3 · Fix').waitFor();
      await dashboard.status('rest', 'pending');
      const run = dashboard.frame.locator('[data-action="run"]');
      assert.equal(await run.getAttribute('aria-disabled'), 'true');
      await window.picture('states-5-banner');
      await dashboard.button('Skip: Have a rest').click();
      await dashboard.status('rest', 'skipped');
      await window.reload();
      const again = await window.dashboard();
      await again.status('rest', 'skipped');
      await again.button('Retry: Have a rest').click();
      await again.status('rest', 'pending');
      writeFileSync(file, RIGHT);
      await again.frame
        .getByRole('region', { name: 'Problems of devs.yaml' })
        .waitFor({ state: 'hidden' });
    });

    it('an agent that is missing is looked for before anything runs, and again on request', async () => {
      const agent = join(root, 'empty', 'agent.sh');
      writeFileSync(file, RIGHT.replace("[sleep, '600']", '[./agent.sh]'));
      const dashboard = await window.dashboard();
      await dashboard.button('Run').click();
      await dashboard.status('rest', 'blocked');
      const card = dashboard.card('rest');
      await card.getByText('program "./agent.sh" does not exist').waitFor();
      await window.picture('states-6-missing');
      await dashboard.button('Check again').click();
      await card
        .getByRole('alert')
        .getByText(/^Still missing: /)
        .waitFor();
      writeFileSync(agent, '#!/bin/sh\nsleep 600\n', { mode: 0o755 });
      await dashboard.button('Check again').click();
      await dashboard.status('rest', 'in_progress');
      await dashboard.button('Cancel now').click();
      await dashboard.status('rest', 'pending');
      writeFileSync(file, RIGHT);
    });

    it('`devs` is on PATH in its terminals', async () => {
      const output = join(root, 'output.txt');
      await runCommand(window.page, 'Terminal: Create New Terminal');
      const terminal = window.page.locator('.terminal-wrapper.active textarea');
      await terminal.waitFor({ state: 'attached' });
      await terminal.focus();
      const commands = `devs --version > '${output}'; devs status | tee -a '${output}'`;
      await window.page.keyboard.type(`${commands}\n`);
      const lines = (): readonly string[] | undefined => {
        const text = existsSync(output) ? readFileSync(output, 'utf8') : '';
        return /^rest .*\n/m.test(text) ? text.split('\n') : undefined;
      };
      const patience = { what: 'an answer of devs', withinMs: PATIENCE_MS };
      const [version] = await pollUntil(lines, patience);
      assert.equal(version, manifest.version);
      await window.picture('states-5-terminal');
    });

    it('none of it asked for anything that the content security policy refuses', () => {
      window.assertNothingRefused();
    });
  });

  describe('in an untrusted folder', () => {
    let window: VscodeSession;

    before(async () => {
      mkdirSync(join(root, 'untrusted'));
      writeFileSync(join(root, 'untrusted', 'devs.yaml'), RIGHT);
      window = await start('untrusted', false);
    });
    after(() => VscodeSession.end(window));

    it('says so and starts nothing', async () => {
      const dashboard = await window.dashboard();
      const state = await dashboard.state('untrusted');
      assert.match(await state.innerText(), /nothing runs until you trust this workspace/);
      assert.equal(await dashboard.button('Run').isVisible(), false);
      await runCommand(window.page, 'Devs: Run');
      const buttons = await window.notificationButtons(/not trusted.*nothing runs/);
      assert.deepEqual(buttons, ['Manage Workspace Trust']);
      await window.picture('states-6-untrusted');
      assert.equal(existsSync(join(root, 'untrusted-state')), false);
      await answerNotification(window.page, 'not trusted', 'Manage Workspace Trust');
      await trustButton(window.page).waitFor();
      await window.picture('states-7-manage-trust');
      await closeTrustPage(window.page);
    });

    it('comes alive when it is trusted', async () => {
      await grantTrust(window.page);
      const dashboard = await window.dashboard();
      await dashboard.status('rest', 'pending');
      await window.statusBarSays('Devs: 0 of 1 done');
      await dashboard.button('Run').click();
      await dashboard.status('rest', 'in_progress');
      await window.picture('states-8-trusted');
      await dashboard.button('Cancel now').click();
      await dashboard.runState('Stopped');
      window.assertNothingRefused();
    });
  });
});
