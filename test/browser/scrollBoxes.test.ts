import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { findChromium } from '../realVscode/chromium';
import { findScrollBoxes } from '../surfaces/findProblems';
import { listSurfaces, type Surface } from '../surfaces/surfaces';
import { everyNth } from '../support/scale';
import { openBrowser } from '../unit/webview/harness';

/** Opens every section, also those inside others. */
const OPEN_SECTIONS = `(async () => {
  for (let round = 0; round < 5; round++) {
    for (const each of document.querySelectorAll('details:not([open]) > summary')) each.click();
    await new Promise(requestAnimationFrame);
  }
})()`;

describe('a view scrolls as a whole: nothing in it has a scroll bar of its own', function () {
  this.timeout(120_000);
  let browser: Browser;
  let surfaces: readonly Surface[];

  before('install a browser', async () => {
    await findChromium();
    browser = await openBrowser();
    surfaces = await listSurfaces(browser);
  });
  after(() => browser.close());

  for (const kind of ['dashboard', 'task page', 'timeline', 'set-up'])
    it(`${kind}, in each of its states, with every section open`, async () => {
      const ofKind = everyNth(
        4,
        surfaces.filter(({ name }) => name.startsWith(kind)),
      );
      assert.ok(ofKind.length > 0);
      const found: string[] = [];
      for (const { name, open } of ofKind) {
        const page = await open({ theme: 'dark', width: 320, scale: 1 });
        await page.evaluate(OPEN_SECTIONS);
        found.push(...(await findScrollBoxes(page)).map((box) => `${name}: ${box}`));
        await page.setViewportSize({ width: 1_000, height: 700 });
        found.push(...(await findScrollBoxes(page)).map((box) => `${name}, wide: ${box}`));
        await page.close();
      }
      assert.deepEqual([...new Set(found)], []);
    });
});
