import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { findProblems } from '../surfaces/findProblems';
import { doctorViews } from '../unit/webview/doctorViews';
import { fixtures, runningTask } from '../unit/webview/fixtures';
import { buildTaskPage, openBrowser } from '../unit/webview/harness';
import { abortedTask } from '../unit/webview/hopTasks';
import { pauseCauses } from '../unit/webview/pauseCauses';
import { ready, task } from '../unit/webview/samples';
import { openDoctor } from './openDoctor';
import { openTaskPage } from './openTaskPage';
import { useDashboard } from './useDashboard';

/** The narrowest side bar that VS Code allows, in pixels. */
const width = 170;

/** Words of the titles that go on in the next line, although they fit into one. */
const BROKEN_WORDS = `[...document.querySelectorAll('.card h3 button')].flatMap((title) => {
  const text = title.firstChild?.nodeType === 3 ? title.firstChild :
    document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode();
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
})`;

describe('in the narrowest side bar', function () {
  this.timeout(60_000);
  const { open } = useDashboard({ width });
  let browser: Browser;

  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  for (const name of ['untrusted', 'stopping', 'roles', 'judged'] as const)
    it(`nothing of the dashboard is outside: ${name}`, async () => {
      const { page } = await open(fixtures[name]);
      assert.deepEqual(await findProblems(page), []);
    });

  it('no word of a title is broken', async () => {
    const long = task('write-the-release-notes-for-everybody');
    const { page } = await open(ready([runningTask, task('add-login'), long]));
    assert.deepEqual(await page.evaluate(BROKEN_WORDS), []);
  });

  it('the sentence that says why a task waits begins with a capital', async () => {
    const missing = pauseCauses.filter(({ report }) => report?.missing !== undefined);
    const { page } = await open(ready(missing));
    const sentences = await page.locator('.decision').allInnerTexts();
    assert.deepEqual(sentences, [
      'Program "claude" was not found on PATH',
      'Program "mocha" was not found on PATH',
    ]);
  });

  it('a pause report has its icon on the line of its text', async () => {
    const { page } = await open(ready([abortedTask]), { why: true });
    const sign = await page.locator('.report-head .icon').boundingBox();
    const words = await page.locator('.report-head .headline').boundingBox();
    assert.ok(sign !== null && words !== null);
    assert.ok(Math.abs(sign.y - words.y) < sign.height, `${sign.y}, ${words.y}`);
  });

  for (const [name, view] of Object.entries(doctorViews))
    it(`nothing of Check Setup is outside, and nobody is shut out: ${name}`, async () => {
      const { page } = await openDoctor(browser, { view, width });
      assert.deepEqual(await findProblems(page), []);
      await page.close();
    });

  it('nothing of a task’s page is outside while the workspace is not trusted', async () => {
    const bundle = await buildTaskPage();
    const { page } = await openTaskPage(browser, bundle, { content: { kind: 'untrusted' }, width });
    assert.deepEqual(await findProblems(page), []);
    await page.close();
  });
});
