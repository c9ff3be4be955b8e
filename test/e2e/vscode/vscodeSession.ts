import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { openWindow, screenshot, type VscodeWindow } from '../../realVscode/browser';
import { startVscode, type VscodeOptions } from '../../realVscode/server';
import { testSettings } from '../../realVscode/settings';
import { PATIENCE_MS, pollUntil } from '../../realVscode/waiting';
import {
  openView,
  readNotifications,
  readStatusBar,
  viewLabel,
  webview,
} from '../../realVscode/workbench';
import { isFullScale } from '../../support/scale';
import { endSharedVscode, sharedVscode } from './sharedVscode';
import { NODE_FLAGS } from '../../support/scale';

/** Starts what the suites share, and fetches VS Code and a browser first where they are not there yet. */
export function installFirst(): void {
  before('start VS Code', async function () {
    this.timeout(600_000);
    await sharedVscode();
  });
}

after('end VS Code', endSharedVscode);

/** What to open in a server of its own; the state is the caller's, so that a terminal can share it. */
export interface SessionOptions extends Pick<
  VscodeOptions,
  'workspace' | 'trust' | 'vsix' | 'settings'
> {
  readonly stateDir: string;
  readonly env?: VscodeOptions['env'];
}

/** Where the window of a session is opened. */
interface Server {
  readonly url: string;
  /** Ids of all its processes; absent where other suites have windows of it too. */
  readonly processes?: () => number[];
  /** Ends it if no other session needs it. */
  stop(): Promise<void>;
}

/** A real VS Code with Devs installed, and one window of it as a user has it. */
export class VscodeSession {
  private readonly refusals: string[] = [];

  private constructor(
    private readonly server: Server,
    private window: VscodeWindow,
  ) {
    this.listen();
  }

  /**
   * Opens a trusted window on a folder or a `.code-workspace` file in the server that all suites share. The state of
   * Devs is in `sharedStateDir(workspace)`.
   */
  static async open(workspace: string): Promise<VscodeSession> {
    const { port, userDataDir } = await sharedVscode();
    const isFile = workspace.endsWith('.code-workspace');
    const url = `http://127.0.0.1:${port}/?${isFile ? 'workspace' : 'folder'}=${encodeURIComponent(workspace)}`;
    const session = await VscodeSession.windowOf({ url, stop: () => Promise.resolve() });
    if (isFile) {
      await workspaceFileCached(userDataDir, workspace);
      await session.page.reload();
    }
    return session;
  }

  /**
   * Opens a window in a server of its own, for what the shared one cannot be: untrusted, in another environment, with
   * another extension, or killed. Nothing is left running when that fails.
   */
  static async start({
    stateDir,
    env,
    settings,
    ...options
  }: SessionOptions): Promise<VscodeSession> {
    const { extensionsDir } = await sharedVscode();
    const vscode = await startVscode({
      ...options,
      extensionsFrom: extensionsDir,
      settings: { ...testSettings, ...settings },
      nodeFlags: NODE_FLAGS,
      env: { ...env, DEVS_STATE_DIR: stateDir, DEVS_VSIX: undefined },
      auth: 'none',
    });
    try {
      return await VscodeSession.windowOf(vscode);
    } catch (error) {
      await vscode.stop();
      throw error;
    }
  }

  private static async windowOf(server: Server): Promise<VscodeSession> {
    return new VscodeSession(server, await openSharedWindow(server.url));
  }

  /** Another window on the same workspace, in the same server: ended before this session is. */
  async openSecond(): Promise<VscodeSession> {
    return VscodeSession.windowOf({ ...this.server, stop: () => Promise.resolve() });
  }

  /** Ends the window and, where the session has a server of its own, that; one that never came to be is no error. */
  static async end(session: VscodeSession | undefined): Promise<void> {
    if (session === undefined) return;
    await session.window.close().catch(() => undefined); // closed already, or it hangs: the server is ended all the same
    await session.server.stop();
  }

  get page(): Page {
    return this.window.page;
  }

  /** The dashboard; opens its side bar first where that is needed. */
  async dashboard(): Promise<Dashboard> {
    await openView(this.page, 'Devs');
    const dashboard = new Dashboard(webview(this.page));
    await dashboard.root.waitFor({ timeout: PATIENCE_MS });
    return dashboard;
  }

  /**
   * Moves the mouse out of the way of what it would cover and, at full scale, saves a picture of the window in
   * `test-results/`: drawing one takes a third of a second of processor time.
   */
  async picture(name: string): Promise<void> {
    await this.page.mouse.move(900, 500);
    if (isFullScale) await screenshot(this.page, name);
  }

  /** Saves a picture of the window as it is when a test has failed. */
  async pictureOfFailure(name: string): Promise<void> {
    await screenshot(this.page, name);
  }

  /** Waits until the status bar has an item with exactly this text, or one that matches. */
  async statusBarSays(text: string | RegExp): Promise<void> {
    let texts: readonly string[] = [];
    const probe = async (): Promise<true | undefined> => {
      texts = await readStatusBar(this.page);
      const says = (shown: string): boolean =>
        typeof text === 'string' ? shown === text : text.test(shown);
      return texts.some(says) ? true : undefined;
    };
    await pollUntil(probe, { what: String(text), withinMs: PATIENCE_MS }).catch(() => {
      assert.fail(`the status bar says ${JSON.stringify(texts)}, not "${String(text)}"`);
    });
  }

  /** Presses the status bar item with exactly this text. */
  async pressStatusBar(text: string): Promise<void> {
    await this.statusBarSays(text);
    await this.page.locator('.part.statusbar').getByRole('button', { name: text }).click();
  }

  /** Waits for a notification whose message matches and returns what its buttons say. */
  async notificationButtons(message: RegExp): Promise<readonly string[]> {
    let messages: readonly string[] = [];
    const probe = async (): Promise<readonly string[] | undefined> => {
      const shown = await readNotifications(this.page);
      messages = shown.map((each) => each.message);
      return shown.find((each) => message.test(each.message))?.buttons;
    };
    return pollUntil(probe, { what: String(message), withinMs: PATIENCE_MS }).catch(() => {
      assert.fail(`the notifications say ${JSON.stringify(messages)}, not ${String(message)}`);
    });
  }

  /** Waits until the name of the Devs icon, with what its badge says, matches. */
  async badgeSays(words: RegExp): Promise<void> {
    let label = '';
    const probe = async (): Promise<true | undefined> => {
      label = await viewLabel(this.page, 'Devs');
      return words.test(label) ? true : undefined;
    };
    await pollUntil(probe, { what: String(words), withinMs: PATIENCE_MS }).catch(() => {
      assert.fail(`the icon says "${label}", not ${String(words)}`);
    });
  }

  /** Closes the window as a user would. */
  async closeWindow(): Promise<void> {
    await this.window.close();
  }

  /** Loads the window anew, as "Reload Window" does: its extension host ends and another one starts. */
  async reload(): Promise<void> {
    this.page.once('dialog', (dialog) => void dialog.accept());
    await this.page.reload({ waitUntil: 'domcontentloaded' });
  }

  /** Process ids of the extension hosts of the server's windows, once there are `count` (Linux only). */
  async extensionHosts(count: number): Promise<readonly number[]> {
    const { processes } = this.server;
    assert.ok(processes !== undefined, 'other suites have windows of this server too');
    const probe = (): readonly number[] | undefined => {
      const hosts = processes().filter(isExtensionHost);
      // What one of them starts carries its command line until it becomes another program.
      const started = hosts.filter((pid) => !hosts.includes(parentOf(pid)));
      return started.length === count ? started : undefined;
    };
    return pollUntil(probe, { what: `${count} extension hosts`, withinMs: PATIENCE_MS });
  }

  /** Opens another window on the same workspace, in the place of one that is closed. */
  async openWindow(): Promise<void> {
    this.window = await openSharedWindow(this.server.url);
    this.listen();
  }

  /** Fails when a content security policy has refused anything so far. */
  assertNothingRefused(): void {
    assert.deepEqual(this.refusals, []);
  }

  private listen(): void {
    this.page.on('console', (message) => {
      const text = message.text();
      if (/content security policy/i.test(text)) {
        this.refusals.push(`${message.location().url}: ${text}`);
      }
    });
  }
}

/**
 * Waits until VS Code has copied a workspace file, whose content no other of this server has, to its cache. A remote
 * window reads copy and file at once. Where the file arrives between these two steps, its folders are dropped (VS Code
 * 1.139: `WorkspaceService` takes the folders of the copy, ignores the event of the file because it has no workspace yet,
 * and then marks the workspace as initialized). So the first window on a file may have no folders; the next has the copy's.
 */
async function workspaceFileCached(userDataDir: string, workspace: string): Promise<void> {
  const cache = join(userDataDir, 'User/caches/CachedConfigurations/workspaces');
  const copied = JSON.stringify({ content: readFileSync(workspace, 'utf8') });
  const probe = (): true | undefined => {
    if (!existsSync(cache)) return undefined;
    const copies = readdirSync(cache).map((id) => join(cache, id, 'workspace.json'));
    return (
      copies.some((copy) => existsSync(copy) && readFileSync(copy, 'utf8') === copied) || undefined
    );
  };
  await pollUntil(probe, { what: `the copy of ${workspace} in the cache`, withinMs: PATIENCE_MS });
}

async function openSharedWindow(url: string): Promise<VscodeWindow> {
  const { browser } = await sharedVscode();
  return openWindow(url, { browser });
}

function isExtensionHost(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost');
  } catch {
    return false; // ended meanwhile
  }
}

/** 0 for a process that has ended. */
function parentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0; // ended meanwhile
  }
}

/** What a user sees and presses in the dashboard. */
export class Dashboard {
  readonly root: Locator;

  constructor(readonly frame: FrameLocator) {
    this.root = frame.locator('main.dashboard');
  }

  card(taskId: string): Locator {
    return this.frame.locator(`.card[data-task="${taskId}"]`);
  }

  /** The task's card, once the task has this status. */
  async status(taskId: string, status: string): Promise<void> {
    await this.shown(this.frame.locator(`[data-task="${taskId}"][data-status="${status}"]`));
  }

  /** Opens why a task needs the user, where it does and that is not open yet. */
  async openWhy(taskId: string): Promise<void> {
    const closed = this.card(taskId).locator('details.why:not([open]) > summary');
    if ((await closed.count()) > 0) await closed.click();
  }

  /** Waits until the gauge reads so: `1 / 3`. */
  async gauge(taskId: string, gauge: 'entropy' | 'pivots', text: string): Promise<void> {
    const texts = this.card(taskId).locator(`.gauge-${gauge} .gauge-text`);
    await this.shown(texts.getByText(text, { exact: true }));
  }

  /** Waits until the cursor is in the task's hint box. */
  async cursorInHint(taskId: string): Promise<void> {
    await this.shown(this.card(taskId).locator('.resume-form textarea:focus'));
  }

  /** Waits for the word beside the run's icon: Stopped, Running, Waiting for you, … */
  async runState(
    word: 'Stopped' | 'Running' | 'Stopping after this turn' | 'Waiting for you' | 'All tasks done',
  ): Promise<void> {
    await this.shown(this.frame.locator('.run-state').getByText(word, { exact: true }));
  }

  /** The button with this text, in the whole dashboard or within `place`. */
  button(name: string, place?: Locator): Locator {
    return (place ?? this.root).getByRole('button', { name, exact: true });
  }

  /** The page for what stands in the way of the tasks: `empty`, `untrusted`, `invalid`. */
  async state(kind: string): Promise<Locator> {
    const state = this.frame.locator(`.state[data-state="${kind}"]`);
    await this.shown(state);
    return state;
  }

  private async shown(what: Locator): Promise<void> {
    await what.waitFor({ timeout: PATIENCE_MS });
  }
}
