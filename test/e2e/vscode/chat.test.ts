import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { chosenRelease, RELEASES } from '../../realVscode/releases';
import { runCommand } from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { packageModelExtension } from './packageModelExtension';
import { installFirst, VscodeSession } from './vscodeSession';

/** Does nothing of use until a hint says how. */
const AGENT = `
let prompt = '';
process.stdin.on('data', (text) => (prompt += text));
process.stdin.on('end', () => {
  const { existsSync, writeFileSync } = require('node:fs');
  if (prompt.includes('create fixed.txt')) writeFileSync('fixed.txt', 'x');
  console.log(existsSync('fixed.txt') ? 'DONE: fixed' : 'STRATEGY: look');
});
`;
/** Fails with a text that would be links, a picture and a command, were it taken for Markdown. */
const VERIFY = `
if (!require('node:fs').existsSync('fixed.txt')) {
  console.log('Error: [more](command:workbench.action.quit) ![p](https://evil.example/p.png) https://evil.example www.evil.example');
  process.exitCode = 1;
}
`;
const CONFIG = `version: 1
agents:
  scripted: { type: command, command: [node, agent.js] }
agent: scripted
verify: [node, verify.js]
limits: { loopThreshold: 2, maxPivots: 0 }
tasks:
  - { id: fix-it, title: "Fix it, see www.evil.example", goal: Make the verification pass. }
  - { id: other, title: Ship it, goal: Ship., dependsOn: [fix-it] }
`;

describe('@devs in the chat of VS Code', function () {
  this.timeout(240_000);
  let root: string;
  let session: VscodeSession;

  /** Types a message and returns the answer, once it says what is expected. */
  const ask = async (message: string, expected: RegExp): Promise<Locator> => {
    const { page } = session;
    const answers = page.locator('.interactive-session .interactive-response');
    await runCommand(page, 'Chat: Open Chat');
    const input = page
      .locator('.interactive-session .interactive-input-part .monaco-editor')
      .first();
    await input.click();
    await page.keyboard.type(`${message} `);
    // The suggestions would take Enter.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    // By its text: the list draws only what is on the screen.
    const answer = answers.filter({ hasText: expected }).last();
    await answer.waitFor();
    return answer;
  };

  installFirst();
  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'devs-e2e-chat-'));
    const workspace = join(root, 'workspace');
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'agent.js'), AGENT);
    writeFileSync(join(workspace, 'verify.js'), VERIFY);
    writeFileSync(join(workspace, 'devs.yaml'), CONFIG);
    session = await VscodeSession.start({
      workspace,
      stateDir: join(root, 'state'),
      trust: true,
      settings: { 'chat.disableAIFeatures': undefined },
      vsix: [await packageModelExtension(join(root, 'extension'), 'copilot')],
      env: { SCRIPTED_MODEL_LOG: join(root, 'asked.log') },
    });
  });
  afterEach(async function () {
    await pictureOfFailure(this, session);
  });
  after(async () => {
    await VscodeSession.end(session);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('comes with tools for the agents of the editor, which it starts for itself', async () => {
    const { page } = session;
    const rows = page.locator('.quick-input-list .monaco-list-row');
    for (const action of ['Show Output', 'Start Server']) {
      await runCommand(page, 'MCP: List Servers');
      for (const choice of ['Devs', action]) {
        // Typed: where the mouse rests, a tooltip may lie over the list.
        await rows.filter({ hasText: choice }).first().waitFor();
        await page.keyboard.type(choice);
        await rows.and(page.locator('.focused')).filter({ hasText: choice }).waitFor();
        await page.keyboard.press('Enter');
      }
    }
    const line = page.locator('.output-view .view-line');
    await line.filter({ hasText: /Discovered\s5\stools/ }).waitFor();
    await session.picture('chat-0-started');
  });

  // The oldest release has a chat only with an extension that is not free software.
  if (chosenRelease() === RELEASES.oldest) return;

  it('says how the tasks are and runs them with a button', async () => {
    const answer = await ask('@devs /status', /Stopped · 0 of 2 done/);
    assert.match(await answer.innerText(), /Ship it \(other\): Pending\. Waits for Fix it, see /);
    await session.picture('chat-1-status');
    await answer.getByRole('button', { name: 'Run', exact: true }).click();
    await session.statusBarSays('Devs: 1 needs you');
  });

  it('says why a task is paused; nothing in what failed is a link, a picture or a command', async () => {
    const answer = await ask('@devs /why', /Paused: 1 strategy failed\./);
    assert.match(await answer.innerText(), /to resume with a hint/);
    assert.equal(await answer.locator('a[data-href], a[href^="http"], .value img').count(), 0);
    await session.picture('chat-2-why');
    await answer.getByRole('button', { name: 'Show Report' }).click();
    await session.page.getByRole('tab', { name: /^Fix it, see/ }).waitFor();
  });

  it('resumes the only waiting task with the hint, which goes on at once until all is done', async () => {
    const answer = await ask('@devs /resume create fixed.txt', /Resumed fix-it with your hint/);
    assert.match(await answer.innerText(), /The run has started\./);
    await session.statusBarSays('Devs: 2 done');
    await session.picture('chat-3-resume');
  });

  it('shows the lesson of it, understands the name of a task, and has asked no model', async () => {
    await ask('@devs /lessons', /a hint, helped once, for fix-it by scripted/);
    await ask('@devs how is other doing?', /Ship it \(other\): Done/);
    await session.picture('chat-4-plain');
    assert.equal(existsSync(join(root, 'asked.log')), false);
    session.assertNothingRefused();
  });
});
