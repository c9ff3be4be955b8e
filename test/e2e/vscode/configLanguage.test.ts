import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStatusBar, runCommand } from '../../realVscode/workbench';
import { pictureOfFailure } from './failurePicture';
import { installFirst, VscodeSession } from './vscodeSession';
import { describeAtFullScale } from '../../support/scale';

const FILE = `version: 1
agents:
  sleepy: { type: command, command: [sleep, '600'] }
tasks:
  - id: cart-total
    title: Total of the cart
    goal: Add up the prices.
    verify: 'false'
  - id: discount
    title: Discounts
    goal: Subtract discounts.
    verify: 'false'
    dependsOn: [cart-total]`;

describeAtFullScale('devs.yaml in an editor', function () {
  this.timeout(180_000);
  let root: string;
  let file: string;
  let window: VscodeSession;

  installFirst();
  before(async () => {
    root = mkdtempSync(join(tmpdir(), 'devs-e2e-language-'));
    file = join(root, 'devs.yaml');
    mkdirSync(join(root, '.vscode'));
    // In a browser VS Code saves by itself.
    writeFileSync(join(root, '.vscode/settings.json'), '{ "files.autoSave": "off" }');
    window = await VscodeSession.open(root);
  });
  afterEach(async function () {
    await pictureOfFailure(this, window);
  });
  after(async () => {
    await VscodeSession.end(window);
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is known as soon as it is opened, though it was not there when the window opened', async () => {
    const { page } = window;
    // Once these are shown, VS Code has looked for files that start extensions.
    await runCommand(page, 'Developer: Show Running Extensions');
    await page.locator('.runtime-extensions-editor .monaco-list-row').first().waitFor();
    await page.keyboard.press('Escape');
    assert.doesNotMatch((await readStatusBar(page)).join(), /Devs/);
    writeFileSync(file, FILE);
    await page
      .locator('.explorer-folders-view .monaco-list-row', { hasText: 'devs.yaml' })
      .dblclick();
    await page.locator('.codelens-decoration', { hasText: 'waits for cart-total' }).waitFor();
    const lenses = await page.locator('.codelens-decoration').allInnerTexts();
    assert.deepEqual(
      lenses.map((text) => text.trim()),
      ['Run', 'waits for cart-total'],
    );
    await window.picture('language-1-lenses');
  });

  it('leads from dependsOn to the task', async () => {
    const { page } = window;
    await page.locator('.editor-instance .view-lines').first().click();
    await page.keyboard.press('ControlOrMeta+End');
    for (const key of ['ArrowLeft', 'ArrowLeft', 'F12']) await page.keyboard.press(key);
    await window.statusBarSays(/^Ln 5, Col 9/);
  });

  it('shows a misspelt key while it is typed, and corrects it, all unsaved', async () => {
    const { page } = window;
    const marks = page.locator('.editor-instance .squiggly-error');
    await page.keyboard.press('ControlOrMeta+Home');
    // The line break first: after the word, Enter would accept a suggestion that is open by then.
    for (const key of ['Enter', 'ArrowUp']) await page.keyboard.press(key);
    await page.keyboard.type('agnet: sleepy');
    await marks.first().waitFor();
    for (const key of ['Escape', 'ControlOrMeta+Home']) await page.keyboard.press(key);
    await window.picture('language-2-misspelt');
    // The bulb comes with the answer. Asking by keys before that is told "no code actions", or nothing when marks arrive.
    await page.locator('.editor-instance [class*="gutter-lightbulb"]').click();
    await page.locator('.action-widget', { hasText: 'Change to "agent"' }).waitFor();
    await page.keyboard.press('Enter');
    await marks.first().waitFor({ state: 'detached' });
    const line = page.locator('.editor-instance .view-line').first();
    assert.equal((await line.innerText()).replaceAll('\u00a0', ' '), 'agent: sleepy');
    assert.equal(readFileSync(file, 'utf8'), FILE);
  });
});
