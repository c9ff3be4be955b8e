import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { runCommand, viewLabel, webview } from '../../realVscode/workbench';
import { itAtFullScale } from '../../support/scale';
import { pictureOfFailure } from './failurePicture';
import { Dashboard, installFirst, VscodeSession } from './vscodeSession';

/** Prints slowly enough to be seen, and fails one of two tests. */
const VERIFY = `console.log('TAP version 13\\nok 1 - adds');
setTimeout(() => {
  console.log('not ok 2 - rounds\\n1..2');
  process.exit(1);
}, 1500);
`;
/** Works until it is ended. */
const AGENT = `#!/usr/bin/env node
setInterval(() => {}, 1000);
`;

describe('setting up an empty folder in VS Code', function () {
  this.timeout(240_000);
  let root: string;
  let workspace: string;
  let session: VscodeSession | undefined;

  installFirst();
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'devs-e2e-set-up-'));
    workspace = join(root, 'shop');
    mkdirSync(join(workspace, '.vscode'), { recursive: true });
    // In a browser VS Code saves by itself.
    writeFileSync(join(workspace, '.vscode/settings.json'), '{ "files.autoSave": "off" }');
    mkdirSync(join(root, 'bin'));
    for (const name of ['claude', 'codex'])
      writeFileSync(join(root, 'bin', name), AGENT, { mode: 0o755 });
    writeFileSync(join(workspace, 'verify.js'), VERIFY);
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  afterEach(() => VscodeSession.end(session));
  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  const text = (): string => readFileSync(join(workspace, 'devs.yaml'), 'utf8');
  const press = (page: FrameLocator, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  const done = (page: FrameLocator, id: string) =>
    page.locator(`.step.done[data-step="${id}"]`).waitFor({ timeout: PATIENCE_MS });

  itAtFullScale('goes from Create devs.yaml to a running agent on one page', async () => {
    session = await VscodeSession.start({
      ...{ workspace, stateDir: join(root, 'state'), trust: true },
      env: { PATH: [join(root, 'bin'), process.env['PATH'] ?? ''].join(delimiter) },
    });
    await viewLabel(session.page, 'Devs');
    await runCommand(session.page, 'Devs: Create devs.yaml');
    const page = webview(session.page);
    await done(page, 'agent');
    await session.picture('set-up-1-created');

    await press(page, 'Use codex');
    await page
      .locator('.says', { hasText: 'codex is the agent that works on the tasks.' })
      .waitFor({ timeout: PATIENCE_MS });
    assert.match(text(), /^agent: codex$/m);

    await page.getByLabel('Command').fill('node verify.js');
    await press(page, 'Try');
    await page.locator('[data-trial="running"] pre').getByText('ok 1 - adds').waitFor();
    await session.picture('set-up-2-trying');
    const trial = page.locator('[data-trial="fails"]');
    await trial.getByText('1 of 2 tests fails, which is fine').waitFor({ timeout: PATIENCE_MS });
    await press(page, 'Use this command');
    await done(page, 'verify');
    assert.match(text(), /^# verify: npm test\nverify: node verify\.js$/m);

    await page.getByLabel('Title').fill('Fix the cart: "9.72" # now');
    await page.getByLabel('Goal').fill('It rounds to whole cents.');
    await press(page, 'Add task');
    await done(page, 'task');
    await session.picture('set-up-3-ready');
    session.assertNothingRefused();

    // The page follows the file.
    const whole = text();
    writeFileSync(join(workspace, 'devs.yaml'), whole.replace('verify: node', 'verfy: node'));
    await page.getByText('devs.yaml has 1 problem').waitFor({ timeout: PATIENCE_MS });
    await session.picture('set-up-4-broken');
    writeFileSync(join(workspace, 'devs.yaml'), whole);
    await page.locator('.obstacle').waitFor({ state: 'detached', timeout: PATIENCE_MS });

    await press(page, 'Run');
    const { page: window } = session;
    await pollUntil(async () => (await runs(window, 0)) ?? (await runs(window, 1)), {
      ...{ what: 'a dashboard with a running task', withinMs: PATIENCE_MS },
    });
    await session.picture('set-up-5-running');
  });
});

/** Whether the n-th webview is the dashboard with the task at work. */
async function runs(window: VscodeSession['page'], nth: number): Promise<true | undefined> {
  const task = new Dashboard(webview(window, nth)).frame.locator('[data-status="in_progress"]');
  return (await task.count().catch(() => 0)) > 0 ? true : undefined;
}
