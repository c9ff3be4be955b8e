import assert from 'node:assert/strict';
import type { Browser, Locator } from 'playwright-core';
import { findChromium } from '../realVscode/chromium';
import type { DashboardView } from '../../src/protocol/dashboardView';
import {
  buildDashboard,
  openBrowser,
  openDashboard,
  type Bundle,
  type OpenDashboard,
} from '../unit/webview/harness';

type OpenOptions = Partial<Parameters<typeof openDashboard>[2]>;

/** Resolves once an expression holds in the page, whose policy forbids Playwright's own way of waiting. */
export async function until({ page }: OpenDashboard, condition: string): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const look = () => ((${condition}) ? done() : setTimeout(look, 10));
    look();
  })`);
}

/** Opens dashboards for the tests of the surrounding `describe`, one at a time. */
export interface DashboardOpener {
  readonly open: (view: DashboardView, options?: OpenOptions) => Promise<OpenDashboard>;
  /** What is shown, as it was built. */
  readonly bundle: () => Bundle;
  readonly card: (dashboard: OpenDashboard, taskId: string) => Locator;
}

/**
 * Builds the dashboard and starts a browser before the tests of the surrounding `describe`, and ends
 * both. Whatever a test did: nothing may have been refused by the policy, thrown, or left the protocol.
 */
export function useDashboard(): DashboardOpener {
  let bundle: Bundle;
  let browser: Browser;
  let dashboard: OpenDashboard | undefined;

  before('install a browser', async function () {
    this.timeout(600_000); // as long as the network takes
    await findChromium();
  });
  before(async () => {
    bundle = await buildDashboard();
    browser = await openBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    const complaints = dashboard?.complaints ?? [];
    await dashboard?.page.close();
    dashboard = undefined;
    assert.deepEqual(complaints, []);
  });

  return {
    open: async (view, options = {}) => {
      dashboard = await openDashboard(browser, bundle, { view, ...options });
      return dashboard;
    },
    bundle: () => bundle,
    card: ({ page }, taskId) => page.locator(`[data-task="${taskId}"]`),
  };
}
