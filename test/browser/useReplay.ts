import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { findChromium } from '../realVscode/chromium';
import { buildReplay, openBrowser, type Bundle } from '../unit/webview/harness';
import { openReplay, type OpenReplay, type ReplayFiles, type ReplayOptions } from './openReplay';

/**
 * Builds the replay page and starts a browser before the tests of the surrounding `describe`, and ends
 * both. Whatever a test did: nothing may have been refused by the policy, thrown, or left the protocol.
 */
export function useReplay(): {
  readonly open: (files: ReplayFiles, options?: ReplayOptions) => Promise<OpenReplay>;
} {
  let bundle: Bundle;
  let browser: Browser;
  let replay: OpenReplay | undefined;

  before('install a browser', async function () {
    this.timeout(600_000); // as long as the network takes
    await findChromium();
  });
  before(async () => {
    bundle = await buildReplay();
    browser = await openBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    const complaints = replay?.complaints ?? [];
    await replay?.page.close();
    replay = undefined;
    assert.deepEqual(complaints, []);
  });

  return {
    open: async (files, options) => {
      replay = await openReplay(browser, bundle, files, options);
      return replay;
    },
  };
}
