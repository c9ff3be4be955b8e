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

interface OpenOptions extends Partial<Parameters<typeof openDashboard>[2]> {
  /** Whether the user had opened the reasons of each task that needs them. */
  readonly why?: boolean;
}

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
 * both; `standard` is how they are opened unless a test says otherwise. Whatever a test did: nothing may have been refused by the policy, thrown, or left the protocol.
 */
export function useDashboard(standard: OpenOptions = {}): DashboardOpener {
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
      const all = { view, ...standard, ...options };
      const opened = all.why === true && view.kind === 'ready' ? view.tasks : [];
      const sections = opened.map(({ id }) => `why:${id}`);
      dashboard = await openDashboard(browser, bundle, { opened: sections, ...all });
      return dashboard;
    },
    bundle: () => bundle,
    card: ({ page }, taskId) => page.locator(`[data-task="${taskId}"]`),
  };
}
