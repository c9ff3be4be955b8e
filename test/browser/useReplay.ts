import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import type { RecordingItem } from '../../src/model/steps/replayedRun';
import { adviceOf, maskAndCut, provingStep } from '../../src/app/read/replayRecordings';
import { answerPage } from '../../src/vscode/pages/answerPage';
import { replayHandlers } from '../../src/vscode/replay/replayHandlers';
import { ReplaySession } from '../../src/vscode/replay/replaySession';
import { pickStepLimits } from '../../src/vscode/replay/pickStepLimits';
import type { ReplayHostMessage, ReplayRequests } from '../../src/protocol/replay/replayMessages';
import { validateReplayRequest } from '../../src/protocol/replay/validateReplayRequest';
import { findChromium } from '../realVscode/chromium';
import {
  buildReplay,
  openBrowser,
  serve,
  vscodeScript,
  type Bundle,
} from '../unit/webview/harness';
import { fakeReplaying } from '../unit/webview/replaySamples';
import type { themes } from '../unit/webview/themes';

export interface ReplayOptions {
  readonly theme?: keyof typeof themes;
  readonly width?: number;
  readonly height?: number;
  /** What the human chooses when asked for more files. */
  readonly more?: Readonly<Record<string, readonly RecordingItem[]>>;
}

/** The replay page with the host's own session behind it. */
export interface OpenReplay {
  readonly page: Page;
  /** Methods of everything that the page asked for, oldest first. */
  readonly asked: readonly string[];
  /** Sends anything. */
  readonly post: (message: unknown) => Promise<void>;
}

/**
 * Builds the replay page and starts a browser before the tests of the surrounding `describe`, and ends
 * both. Whatever a test did: nothing may have been refused by the policy, thrown, or left the protocol.
 */
export function useReplay(): {
  readonly open: (
    files: Readonly<Record<string, readonly RecordingItem[]>>,
    options?: ReplayOptions,
  ) => Promise<OpenReplay>;
} {
  let bundle: Bundle;
  let browser: Browser;
  let page: Page | undefined;
  let complaints: string[] = [];

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
    await page?.close();
    page = undefined;
    const heard = complaints;
    complaints = [];
    assert.deepEqual(heard, []);
  });

  return {
    open: async (files, { theme = 'dark', width = 1_000, height = 900, more = {} } = {}) => {
      const opened = await browser.newPage({ viewport: { width, height }, locale: 'en-GB' });
      page = opened;
      opened.setDefaultTimeout(20_000);
      const asked: string[] = [];
      const post = async (message: unknown): Promise<void> => {
        await opened.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
      };
      const session = new ReplaySession({
        replaying: fakeReplaying({ ...files, ...more }),
        usualLimits: pickStepLimits(undefined),
        pause: () => Promise.resolve(),
        onChange: () => {
          const message: ReplayHostMessage = { type: 'view', snapshot: session.snapshot() };
          if (asked.length > 0) void post(message);
        },
      });
      const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
        Promise.resolve(Object.keys(more)),
      );
      await opened.exposeFunction('complainToTest', (text: string) => complaints.push(text));
      await opened.exposeFunction('postToTest', async (raw: unknown) => {
        const validator = () => Promise.resolve(validateReplayRequest);
        const report = (problem: string): void => void complaints.push(problem);
        const response = await answerPage<ReplayRequests>(raw, { validator, handlers, report });
        asked.push((raw as { method: string }).method);
        if (response !== undefined) await post(response);
      });
      opened.on('pageerror', (error) => complaints.push(error.message));
      opened.on('console', (line) => {
        if (line.type() === 'error') complaints.push(line.text());
      });
      await session.addFiles(Object.keys(files));
      await opened.addInitScript(
        vscodeScript(theme).replace(
          'var(--vscode-sideBar-background)',
          'var(--vscode-editor-background)',
        ),
      );
      await opened.goto(await serve(opened, bundle));
      await opened.locator('main.replay').waitFor();
      return { page: opened, asked, post };
    },
  };
}
