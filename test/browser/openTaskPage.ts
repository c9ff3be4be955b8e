import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { TurnReader } from '../../src/app/turn/turnReader';
import type {
  TaskPageHostMessage,
  TaskPageRequests,
} from '../../src/protocol/taskPage/taskPageMessages';
import type { TaskPageContent } from '../../src/protocol/taskPage/taskPageView';
import { validateTaskPageRequest } from '../../src/protocol/taskPage/validateTaskPageRequest';
import type { AnyPageRequest } from '../../src/protocol/pageRequest';
import { METHODS } from '../../src/protocol/validateRequest';
import { answerPage, type PageHandlers } from '../../src/vscode/pages/answerPage';
import { taskPageHandlers } from '../../src/vscode/taskPage/taskPageHandlers';
import { TurnFollower } from '../../src/vscode/taskPage/turnFollower';
import { NOW } from '../unit/webview/fixtures';
import { serve, vscodeScript, type Bundle } from '../unit/webview/harness';
import type { themes } from '../unit/webview/themes';

export interface TaskPageOpenOptions {
  readonly content: TaskPageContent;
  /** The transcript of each turn, by its number; a turn without one has no longer any. */
  readonly transcripts?: Readonly<Record<number, string>>;
  readonly theme?: keyof typeof themes;
  readonly width?: number;
  readonly height?: number;
  readonly scale?: number;
}

/** A task page with the host's own reading of transcripts behind it. */
export interface OpenTaskPage {
  readonly page: Page;
  /** Everything that the page asked for, oldest first. */
  readonly requests: readonly AnyPageRequest<TaskPageRequests>[];
  /** What was opened or copied besides, oldest first. */
  readonly opened: readonly string[];
  /** Replaces the transcript of a turn, and says that something changed. */
  readonly print: (turn: number, transcript: string) => Promise<void>;
  readonly show: (content: TaskPageContent, reveal?: 'report') => Promise<void>;
  readonly post: (message: unknown) => Promise<void>;
  /** What the policy, the page or the protocol complained about. */
  readonly complaints: readonly string[];
}

/** Opens the task page and waits until it shows its content. */
export async function openTaskPage(
  browser: Browser,
  bundle: Bundle,
  options: TaskPageOpenOptions,
): Promise<OpenTaskPage> {
  const { theme = 'dark', width = 1_000, height = 900, scale = 1, transcripts = {} } = options;
  const folder = await mkdtemp(join(tmpdir(), 'devs-page-'));
  const fileOf = (turn: number): string => join(folder, `t${turn}.agent.log`);
  const kept = new Set<number>();
  const write = async (turn: number, text: string): Promise<void> => {
    kept.add(turn);
    await writeFile(fileOf(turn), text);
  };
  for (const [turn, text] of Object.entries(transcripts)) await write(Number(turn), text);

  let { content } = options;
  let revision = 0;
  let followed: TurnFollower | undefined;
  const complaints: string[] = [];
  const opened: string[] = [];
  const requests: AnyPageRequest<TaskPageRequests>[] = [];
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    ...{ locale: 'en-GB', timezoneId: 'UTC' },
  });
  page.setDefaultTimeout(20_000);
  const post = async (message: unknown): Promise<void> => {
    await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  };
  const send = (message: TaskPageHostMessage): Promise<void> => post(message);
  const paged = { folder: 'file:///work', taskId: 'fix-rounding' };
  const markOf = (turn: number) =>
    content.kind === 'task' ? content.task.turns.find(({ number }) => number === turn) : undefined;
  const follow = (turn: number): TurnFollower =>
    new TurnFollower({
      turn,
      reader: new TurnReader(() => Promise.resolve(kept.has(turn) ? [fileOf(turn)] : [])),
      isRunning: () => markOf(turn)?.outcome === 'running',
      nextRevision: () => ++revision,
      send: (steps) => void send({ type: 'steps', steps }),
      report: (error) => void complaints.push(String(error)),
    });
  const done = () => Promise.resolve({ ok: true, result: { message: '' } } as const);
  const handlers = {
    ...Object.fromEntries(METHODS.map((method) => [method, done])),
    ...taskPageHandlers({
      paged,
      folder: () => 'no folder here',
      snapshot: () => Promise.resolve({ revision: ++revision, view: { paged, content } }),
      turnOf: markOf,
      follow: ({ number }) => {
        if (followed?.turn !== number) {
          followed?.dispose();
          followed = follow(number);
        }
        return Promise.resolve(followed);
      },
      followed: () => followed,
      documents: { open: (address) => Promise.resolve(void opened.push(JSON.stringify(address))) },
      showFile: (file) => Promise.resolve(void opened.push(file)),
      toClipboard: (text) => Promise.resolve(void opened.push(text)),
    }),
  } as PageHandlers<TaskPageRequests>;

  await page.exposeFunction('complainToTest', (text: string) => complaints.push(text));
  await page.exposeFunction('postToTest', async (raw: unknown) => {
    const validator = () => Promise.resolve(validateTaskPageRequest);
    const report = (problem: string): void => void complaints.push(problem);
    requests.push(raw as AnyPageRequest<TaskPageRequests>);
    const response = await answerPage<TaskPageRequests>(raw, { validator, handlers, report });
    if (response !== undefined) await post(response);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  await page.clock.setFixedTime(Date.parse(NOW));
  await page.addInitScript(vscodeScript(theme, 'editor-background'));
  await page.goto(await serve(page, bundle));
  await page.locator('.task-head, .state').first().waitFor();
  page.on('close', () => followed?.dispose());
  return {
    ...{ page, requests, opened, complaints, post },
    print: async (turn, transcript) => {
      await write(turn, transcript);
      followed?.update();
    },
    show: async (next, reveal) => {
      content = next;
      const snapshot = { revision: ++revision, view: { paged, content } };
      await send({ type: 'view', snapshot: { ...snapshot, ...(reveal && { reveal }) } });
      followed?.update();
    },
  };
}
