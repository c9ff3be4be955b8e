import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import { readNotifications, runCommand, viewLabel, webview } from '../../realVscode/workbench';
import { describeAtFullScale, itAtFullScale } from '../../support/scale';
import { pictureOfFailure } from './failurePicture';
import { installFirst, VscodeSession } from './vscodeSession';

const TRAP = '<img src=x onerror=document.title=1> [a](command:devs.run)';

const CONFIG = {
  version: 1,
  agents: {
    good: { type: 'command', command: ['node', 'agent.js'] },
    gone: { type: 'command', command: ['no-such-agent-anywhere'], about: 'reviews' },
    hostile: { type: 'command', command: [TRAP], about: TRAP },
  },
  agent: 'good',
  verify: ['node', 'verify.js'],
  tasks: [{ id: 'greet', goal: 'Greet.' }],
};
/** Two tests, and a trace of having run. */
const VERIFY = `require('node:fs').writeFileSync('verified.txt', '');
console.log('TAP version 13\\nok 1 - greets\\nnot ok 2 - says goodbye\\n1..2');
process.exit(1);
`;
/** Never ends by itself. */
const WAITING = `require('node:fs').writeFileSync('started.txt', String(process.pid));
setInterval(() => {}, 1000);
`;

describeAtFullScale('checking the setup in VS Code', function () {
  this.timeout(180_000);
  let root: string;
  let session: VscodeSession | undefined;

  installFirst();
  before(() => (root = mkdtempSync(join(tmpdir(), 'devs-e2e-doctor-'))));
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  afterEach(() => VscodeSession.end(session));
  after(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

  async function begin(name: string, trust: boolean, verify = VERIFY): Promise<VscodeSession> {
    const workspace = join(root, name);
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'devs.yaml'), JSON.stringify(CONFIG));
    writeFileSync(join(workspace, 'agent.js'), '');
    writeFileSync(join(workspace, 'verify.js'), verify);
    session = trust
      ? await VscodeSession.open(workspace)
      : await VscodeSession.start({ workspace, stateDir: join(root, `${name}-state`), trust });
    // A palette that was opened before the extension is known does not learn of it.
    await viewLabel(session.page, 'Devs');
    await runCommand(session.page, 'Devs: Check Setup');
    return session;
  }

  async function open(name: string, trust: boolean): Promise<[VscodeSession, FrameLocator]> {
    const window = await begin(name, trust);
    const page = webview(window.page);
    await page.locator('.again').waitFor({ timeout: PATIENCE_MS });
    return [window, page];
  }

  const found = async (page: FrameLocator, id: string): Promise<[level: string, text: string]> => {
    const row = page.locator(`li[data-check="${id}"]`);
    return [(await row.getAttribute('class')) ?? '', await row.locator('.found').innerText()];
  };

  it('shows what was found as a page, with what to do and what to click', async () => {
    const [window, page] = await open('shop', true);
    assert.match(await page.locator('.summary').innerText(), /^✕ 2 problems: fix them first/);
    assert.deepEqual(await page.locator('h2').allInnerTexts(), [
      ...['Agents', 'Devs', 'Configuration', 'Git', 'State', 'Verification', 'Models'],
    ]);
    assert.deepEqual((await found(page, 'trust'))[0], 'ok');
    const [level, text] = await found(page, 'verify:greet');
    assert.equal(level, 'ok');
    assert.match(text, /exit code 1 in .* s; 1 passed, 1 failed/);
    const [gone, remedy] = await found(page, 'agent:gone');
    assert.equal(gone, 'problem');
    assert.match(remedy, /no-such-agent-anywhere was not found on PATH\s+Install this program/);
    assert.match((await found(page, 'agent:hostile'))[1], /<img src=x/);
    assert.equal(await page.locator('img, script').count(), 0);
    await window.picture('doctor-1-problems');
    window.assertNothingRefused();
    await page.locator('li[data-check="agent:gone"] a.fix').press('Enter');
    await window.page.getByRole('tab', { name: /^devs\.yaml/ }).waitFor();
  });

  itAtFullScale('starts nothing where the workspace is not trusted, and says so', async () => {
    const [window, page] = await open('stranger', false);
    const [level, text] = await found(page, 'trust');
    assert.equal(level, 'problem');
    assert.match(text, /not trusted, so nothing was started/);
    assert.equal(await page.getByRole('link', { name: 'Manage Workspace Trust' }).count(), 1);
    assert.equal((await found(page, 'verify:greet'))[0], 'skipped');
    assert.equal((await found(page, 'agent:good'))[0], 'skipped');
    await window.picture('doctor-2-untrusted');
    await page.locator('li[data-check="agent:gone"]').getByRole('link').click();
    await window.page.getByRole('tab', { name: /^devs\.yaml/ }).waitFor();
    assert.equal(existsSync(join(root, 'stranger', 'verified.txt')), false);
    assert.deepEqual(await readNotifications(window.page), []);
    await runCommand(window.page, 'Devs: Set Model Key…');
    await window.notificationButtons(/not trusted.*nothing runs/);
  });

  itAtFullScale(
    'offers no click that would only be refused where the workspace is not trusted',
    async () => {
      const [window, page] = await open('bare', false);
      rmSync(join(root, 'bare', 'devs.yaml'));
      await page.getByRole('link', { name: 'Check again' }).click();
      await page.locator('li[data-check="config"].problem').waitFor({ timeout: PATIENCE_MS });
      await page.locator('.again').waitFor({ timeout: PATIENCE_MS });
      assert.deepEqual(await page.locator('a.fix').allInnerTexts(), ['Manage Workspace Trust']);
      window.assertNothingRefused();
    },
  );

  itAtFullScale(
    'makes no link of a folder’s name, and ends what it started when its page is closed',
    async () => {
      const name = 'attic [here](command:workbench.action.quickOpen)';
      const { page } = await begin(name, true, WAITING);
      const started = join(root, name, 'started.txt');
      const pid = await pollUntil(() => (existsSync(started) ? pidIn(started) : undefined), {
        ...{ what: 'the verify command', withinMs: PATIENCE_MS },
      });
      const toast = page.locator('.notifications-toasts .notification-list-item-message');
      await toast.getByText('checking the setup of attic').waitFor();
      assert.deepEqual(await toast.locator('a').allInnerTexts(), []);
      await page.locator('.tab', { hasText: 'Devs: Setup' }).click({ button: 'middle' });
      await pollUntil(() => (isRunning(pid) ? undefined : true), {
        ...{ what: 'the end of the verify command', withinMs: PATIENCE_MS },
      });
    },
  );
});

/** Undefined until it was written whole. */
function pidIn(file: string): number | undefined {
  const pid = Number(readFileSync(file, 'utf8'));
  return pid > 0 ? pid : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
