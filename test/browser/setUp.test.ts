import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../realVscode/chromium';
import { buildSetUp, openBrowser, type Bundle } from '../unit/webview/harness';
import { setUpViews } from '../unit/webview/setUpViews';
import { openSetUp, type OpenSetUp, type SetUpOptions } from './openSetUp';

describe('the set-up page', function () {
  this.timeout(120_000);
  let browser: Browser;
  let bundle: Bundle;
  let opened: OpenSetUp;

  before(async () => {
    await findChromium();
    [browser, bundle] = await Promise.all([openBrowser(), buildSetUp()]);
  });
  after(() => browser.close());
  afterEach(async () => {
    assert.deepEqual(opened.complaints, []);
    await opened.page.close();
  });

  const open = async (options: SetUpOptions): Promise<OpenSetUp> =>
    (opened = await openSetUp(browser, bundle, options));
  const step = (page: Page, id: string) => page.locator(`[data-step="${id}"]`);
  const press = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).click();
  // With the keyboard: a browser under test does not click what says that it is disabled.
  const pressDisabled = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).press('Enter');
  const states = async (page: Page) =>
    Promise.all((await page.locator('.step').all()).map((each) => each.getAttribute('class')));

  it('writes the agent that is chosen, tells where others come from, and looks again', async () => {
    const { page, asked } = await open({ view: setUpViews.fresh });
    assert.deepEqual(await states(page), ['step done', 'step', 'step']);
    await press(page, 'Use gemini');
    await press(page, 'Check again');
    await page.getByText('How to install others').click();
    await step(page, 'agent').getByText('npm install -g @openai/codex').waitFor();
    assert.deepEqual(asked, [
      ['chooseAgent', { name: 'gemini' }],
      ['checkAgain', {}],
    ]);
  });

  it('shows how to install an agent at once where none was found', async () => {
    const { page } = await open({ view: setUpViews.noAgent });
    await step(page, 'agent').getByText('No agent was found on PATH').waitFor();
    const installs = step(page, 'agent').locator('.installs li');
    await installs.last().waitFor();
    assert.equal(await installs.count(), 2);
    assert.match(await step(page, 'agent').locator('.choice').innerText(), /Default agent$/);
    assert.equal(await step(page, 'agent').locator('.chosen').count(), 0, 'no tick');
  });

  it('tries the suggested command or another, shows its output as it comes, and writes it', async () => {
    const { page, asked, show } = await open({ view: setUpViews.fresh });
    const command = page.getByLabel('Command');
    assert.equal(await command.inputValue(), 'npm test');
    await press(page, 'Try');
    await show(setUpViews.running);
    await page
      .getByRole('region', { name: 'Output of npm test' })
      .getByText('shop@1.0.0')
      .waitFor();
    await press(page, 'Stop');
    await show(setUpViews.failing);
    await step(page, 'verify').getByText('3 of 12 tests fail, which is fine').waitFor();
    assert.deepEqual(await states(page), ['step done', 'step done', 'step done']);
    const output = page.getByRole('region', { name: 'Output of npm test' });
    assert.match(await output.innerText(), /^…\n.*test 60$/s);
    await page.getByRole('button', { name: 'Show all (60 lines)' }).click();
    assert.match(await output.innerText(), /^\s*✔ test 1\n.*test 60$/s);
    await command.fill('make test');
    await command.press('Enter');
    await press(page, 'Use this command');
    await page.getByRole('button', { name: 'Use this command' }).waitFor({ state: 'hidden' });
    assert.equal(await command.inputValue(), 'npm test');
    assert.deepEqual(asked, [
      ['tryVerify', { command: 'npm test' }],
      ['stopTrial', {}],
      ['tryVerify', { command: 'make test' }],
      ['useVerify', { command: 'make test' }],
    ]);
  });

  it('tells a screen reader how a trial ended', async () => {
    const { page, show } = await open({ view: setUpViews.running });
    await show(setUpViews.failing);
    await page.locator('[role="status"]', { hasText: '3 of 12 tests fail' }).waitFor();
  });

  it('adds the first task with the keyboard, and keeps what was typed after a reload', async () => {
    const { page, asked } = await open({ view: setUpViews.fresh });
    await page.getByLabel('Title').fill('إصلاح 🛒 "x"');
    await page.getByLabel('Goal').fill('One.\nTwo: {…} # three');
    await page.reload();
    await page.getByLabel('Goal').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'إصلاح 🛒 "x"');
    await page.getByLabel('Goal').press('Control+Enter');
    await page.locator('#goal:placeholder-shown').waitFor();
    assert.deepEqual(asked, [
      ['addTask', { title: 'إصلاح 🛒 "x"', goal: 'One.\nTwo: {…} # three' }],
    ]);
  });

  it('says what is missing instead of doing it', async () => {
    const { page, asked } = await open({ view: setUpViews.fresh });
    await pressDisabled(page, 'Add task');
    await step(page, 'task').getByRole('alert').getByText('Enter a title and a goal.').waitFor();
    await pressDisabled(page, 'Run');
    await page.getByRole('alert').getByText('Add a task first.').waitFor();
    assert.deepEqual(asked, []);
  });

  it('shows what the host objects to beside the control', async () => {
    const unsaved = 'devs.yaml has unsaved changes in an editor.';
    const { page } = await open({ view: setUpViews.fresh, refuse: () => unsaved });
    await press(page, 'Use gemini');
    await step(page, 'agent').getByRole('alert').getByText(unsaved).waitFor();
  });

  it('runs once everything is there, and opens devs.yaml', async () => {
    const { page, asked } = await open({ view: setUpViews.failing });
    await press(page, 'Run');
    await press(page, 'Open devs.yaml');
    assert.deepEqual(asked, [
      ['run', {}],
      ['openConfig', {}],
    ]);
  });

  it('creates a missing devs.yaml, and links to the lines of a broken one', async () => {
    const { page, asked, show } = await open({ view: setUpViews.missing });
    await press(page, 'Create devs.yaml');
    await show(setUpViews.broken);
    await press(page, 'devs.yaml:7');
    await pressDisabled(page, 'Try');
    await step(page, 'verify').getByRole('alert').getByText('Correct devs.yaml first.').waitFor();
    assert.deepEqual(asked, [
      ['create', {}],
      ['openConfig', { line: 7 }],
    ]);
  });

  it('keeps the lines of a script, tries it with Enter and adds a line with Shift+Enter', async () => {
    const { page, asked } = await open({ view: setUpViews.deciding });
    const command = page.getByLabel('Command');
    assert.equal(await command.inputValue(), 'npm ci\nnpm test');
    await command.press('Enter');
    await command.press('End');
    await command.press('Shift+Enter');
    await page.keyboard.type('make');
    await command.press('Enter');
    assert.deepEqual(asked, [
      ['tryVerify', { command: 'npm ci\nnpm test' }],
      ['tryVerify', { command: 'npm ci\nnpm test\nmake' }],
    ]);
  });

  it('leads to the decision where no task can run without one', async () => {
    const { page, asked } = await open({ view: setUpViews.deciding });
    await page.getByText('No task can run: 1 task needs you. Decide in the dashboard.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Run', exact: true }).count(), 0);
    await press(page, 'Open dashboard');
    assert.deepEqual(asked, [['decide', {}]]);
  });

  it('keeps every text within the page at 170 pixels', async () => {
    const { page } = await open({ view: setUpViews.hostile, width: 170 });
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.equal(width, 170);
  });

  it('keeps the focus where it was when a view comes', async () => {
    const { page, show } = await open({ view: setUpViews.fresh });
    await page.getByRole('button', { name: 'Try', exact: true }).focus();
    await show(setUpViews.running);
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    const focused = await page.evaluate<string>('document.activeElement.textContent');
    assert.equal(focused, 'Stop');
  });
});
