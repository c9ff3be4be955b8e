import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from '../realVscode/chromium';
import { doctorViews } from '../unit/webview/doctorViews';
import { buildSetUp, buildTaskPage, openBrowser } from '../unit/webview/harness';
import { items, recordedRun } from '../unit/webview/replaySamples';
import { setUpViews } from '../unit/webview/setUpViews';
import { AT_WORK, manyCalls, pausedPage, runningPage, transcript } from '../unit/webview/taskPages';
import { openDoctor } from './openDoctor';
import { openSetUp } from './openSetUp';
import { openTaskPage } from './openTaskPage';
import { useReplay } from './useReplay';

const CONTROLS =
  'button, a[href], input, select, textarea, summary, vscode-button, vscode-text-area, vscode-dropdown';

/** More tab stops than any page here has, and more rows than any of its lists. */
const MANY = 80;

/** Controls in sight that neither Tab nor, within a list with one tab stop, the arrows reach. */
async function outOfReach(page: Page): Promise<readonly string[]> {
  const reach = (): Promise<boolean> =>
    page.evaluate<boolean>(`(() => {
      const now = document.activeElement;
      const isNew = now !== document.body && now.dataset.reached === undefined;
      if (isNew) now.dataset.reached = '';
      return isNew;
    })()`);
  const inList = (): Promise<boolean> =>
    page.evaluate<boolean>(
      `document.activeElement.closest('ul, ol, [role="list"]')?.querySelector('[tabindex="-1"]') != null`,
    );
  // The first round begins wherever the focus is; the second is a whole one.
  let rounds = 0;
  for (let stops = 0; rounds < 2 && stops < MANY; stops++) {
    await page.keyboard.press('Tab');
    if (!(await reach()) && (await hasFocusLeft(page))) rounds++;
    if (!(await inList())) continue;
    await page.keyboard.press('Home');
    await reach();
    for (let rows = 0; rows < MANY; rows++) {
      await page.keyboard.press('ArrowDown');
      if (!(await reach())) break;
    }
  }
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll('${CONTROLS}')]
    .filter((each) => each.checkVisibility() && each.dataset.reached === undefined)
    .map((each) => each.getAttribute('aria-label') ?? (each.textContent.trim() || each.outerHTML))`);
}

function hasFocusLeft(page: Page): Promise<boolean> {
  return page.evaluate<boolean>('document.activeElement === document.body');
}

describe('the keyboard alone reaches every control', function () {
  this.timeout(120_000);
  let browser: Browser;
  const { open: openReplay } = useReplay();

  before('install a browser', async () => {
    await findChromium();
    browser = await openBrowser();
  });
  after(() => browser.close());

  it('of the set-up page, in each of its states', async () => {
    const bundle = await buildSetUp();
    for (const [name, view] of Object.entries(setUpViews)) {
      const { page } = await openSetUp(browser, bundle, { view });
      assert.deepEqual(await outOfReach(page), [], name);
      await page.close();
    }
  });

  it('of the page of a task, paused or at work, with a step open', async () => {
    const bundle = await buildTaskPage();
    const transcripts = { 2: transcript(...manyCalls(3)), 9: transcript(...AT_WORK) };
    for (const content of [pausedPage, runningPage]) {
      const { page } = await openTaskPage(browser, bundle, { content, transcripts });
      await page.locator('.step-line').first().press('Enter');
      await page.locator('.step-open pre').first().waitFor();
      assert.deepEqual(await outOfReach(page), []);
      await page.close();
    }
  });

  it('of the page of Check Setup, and follows each of its links', async () => {
    for (const [name, view] of Object.entries(doctorViews)) {
      const { page, followed } = await openDoctor(browser, { view });
      assert.deepEqual(await outOfReach(page), [], name);
      const links = await page.evaluate<readonly string[]>(
        `[...document.links].map((link) => link.getAttribute('href'))`,
      );
      for (const link of await page.getByRole('link').all()) await link.press('Enter');
      assert.deepEqual(followed, links, name);
      await page.close();
    }
  });

  it('of the Timeline, with a step open', async () => {
    const runs = items(recordedRun('clean', 5), recordedRun('stuck', 30, [11, 14, 17, 20]));
    const { page } = await openReplay({ '/recordings/runs.jsonl': runs });
    await page.locator('.timeline [tabindex="0"], .timeline[tabindex="0"]').first().press('Enter');
    await page.getByRole('button', { name: 'Close' }).waitFor();
    assert.deepEqual(await outOfReach(page), []);
  });
});
