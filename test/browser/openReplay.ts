import type { Browser, Page } from 'playwright-core';
import type { RecordingItem } from '../../src/model/steps/replayedRun';
import { adviceOf, maskAndCut, provingStep } from '../../src/app/read/replayRecordings';
import type { GuardedProof } from '../../src/model/guard/guardedProof';
import { answerPage } from '../../src/vscode/pages/answerPage';
import { replayHandlers } from '../../src/vscode/replay/replayHandlers';
import { ProofSession } from '../../src/vscode/replay/proofSession';
import { ReplaySession } from '../../src/vscode/replay/replaySession';
import type { TimelineSource } from '../../src/vscode/replay/timelineSource';
import { pickStepLimits } from '../../src/vscode/replay/pickStepLimits';
import type { ReplayHostMessage, ReplayRequests } from '../../src/protocol/replay/replayMessages';
import { validateReplayRequest } from '../../src/protocol/replay/validateReplayRequest';
import { serve, vscodeScript, type Bundle } from '../unit/webview/harness';
import { fakeReplaying } from '../unit/webview/replaySamples';
import type { themes } from '../unit/webview/themes';

/** The items of each recording, by file. */
export type ReplayFiles = Readonly<Record<string, readonly RecordingItem[]>>;

export interface ReplayOptions {
  readonly theme?: keyof typeof themes;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels of a pixel; 1 unless given. */
  readonly scale?: number;
  /** The session whose proof is shown in place of a replay. */
  readonly proof?: () => GuardedProof;
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
  /** The session whose proof is shown may have changed. */
  readonly change: () => void;
  /** What the policy, the page or the protocol complained about. */
  readonly complaints: readonly string[];
}

/** Opens the replay page with these recordings and waits until it shows them. */
export async function openReplay(
  browser: Browser,
  bundle: Bundle,
  files: ReplayFiles,
  options: ReplayOptions = {},
): Promise<OpenReplay> {
  const { theme = 'dark', width = 1_000, height = 900, scale = 1, more = {} } = options;
  const complaints: string[] = [];
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    locale: 'en-GB',
  });
  page.setDefaultTimeout(20_000);
  const asked: string[] = [];
  const post = async (message: unknown): Promise<void> => {
    await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  };
  let changed = (): void => undefined;
  const onChange = (): void => {
    const message: ReplayHostMessage = { type: 'view', snapshot: session.snapshot() };
    if (asked.length > 0) void post(message);
  };
  const replaying = fakeReplaying({ ...files, ...more });
  const { callGroups, askedLine } = replaying;
  const { proof } = options;
  const session: TimelineSource =
    proof === undefined
      ? new ReplaySession({
          ...{ replaying, usualLimits: pickStepLimits(undefined), onChange },
          pause: () => Promise.resolve(),
        })
      : new ProofSession({
          ...{ callGroups, askedLine, onChange, now: () => new Date() },
          readerOf: () => ({ read: () => Promise.resolve(proof()) }),
          onDidChange: (listener) => {
            changed = listener;
            return { dispose: () => undefined };
          },
        });
  const handlers = replayHandlers(session, { provingStep, maskAndCut, adviceOf }, () =>
    Promise.resolve(Object.keys(more)),
  );
  await page.exposeFunction('complainToTest', (text: string) => complaints.push(text));
  await page.exposeFunction('postToTest', async (raw: unknown) => {
    const validator = () => Promise.resolve(validateReplayRequest);
    const report = (problem: string): void => void complaints.push(problem);
    const response = await answerPage<ReplayRequests>(raw, { validator, handlers, report });
    asked.push((raw as { method: string }).method);
    if (response !== undefined) await post(response);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  await session.addFiles(Object.keys(files));
  await page.addInitScript(vscodeScript(theme, 'editor-background'));
  await page.goto(await serve(page, bundle));
  await page.locator('main.replay').waitFor();
  return { page, asked, post, complaints, change: () => changed() };
}
