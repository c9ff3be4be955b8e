import { build, type Metafile } from 'esbuild';
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { webviewHtml } from '../../../src/vscode/pages/webviewHtml';
import type { Metrics } from '../../../src/model/report/metricSet';
import type { DashboardView } from '../../../src/protocol/dashboardView';
import type { HostMessage, Method, RequestMessage, Result } from '../../../src/protocol/messages';
import { diffViews } from '../../../src/protocol/viewPatch';
import { validateRequest, type AnyRequest } from '../../../src/protocol/validateRequest';
import { findChromium } from '../../realVscode/chromium';
import { NOW } from './fixtures';
import { themes } from './themes';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const ORIGIN = 'https://dashboard.test';

/** The dashboard as it ships. */
export interface Bundle {
  /** Name of the script that it starts with. */
  readonly entry: string;
  /** The scripts by name: that one, and what it imports. */
  readonly scripts: Readonly<Record<string, string>>;
  readonly style: string;
  readonly metafile: Metafile;
}

/** Builds the real dashboard, in memory. */
export async function buildDashboard(): Promise<Bundle> {
  return buildPage('dashboard', {
    dashboard: 'webview/main.ts',
    'dashboard-style': 'webview/dashboard.css',
  });
}

/** Builds the real replay page, in memory. */
export async function buildReplay(): Promise<Bundle> {
  return buildPage('replay', {
    replay: 'webview/replay/main.ts',
    'replay-style': 'webview/replay.css',
  });
}

/** Builds the real set-up page, in memory. */
export async function buildSetUp(): Promise<Bundle> {
  return buildPage('setUp', { setUp: 'webview/setUp/main.ts', 'setUp-style': 'webview/setUp.css' });
}

/** Builds the real task page, in memory. */
export async function buildTaskPage(): Promise<Bundle> {
  return buildPage('task', {
    task: 'webview/task/main.ts',
    'task-style': 'webview/task.css',
  });
}

async function buildPage(
  name: string,
  entryPoints: Readonly<Record<string, string>>,
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    bundle: true,
    platform: 'browser',
    format: 'esm',
    splitting: true,
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    tsconfig: 'webview/tsconfig.json',
    entryPoints,
    outdir: 'dist/webview',
    chunkNames: '[name]-[hash]',
    write: false,
    metafile: true,
  });
  const files = outputFiles.map(({ path, text }) => [basename(path), text] as const);
  const scripts = Object.fromEntries(files.filter(([file]) => file.endsWith('.js')));
  const [, style = ''] = files.find(([file]) => file.endsWith('.css')) ?? [];
  return { entry: `${name}.js`, scripts, style, metafile };
}

/** A headless browser for the dashboard. */
export async function openBrowser(): Promise<Browser> {
  const { executable, env } = await findChromium();
  const merged = { ...process.env, ...env } as Record<string, string>;
  return chromium.launch({ executablePath: executable, args: FLAGS, env: merged });
}

export interface OpenOptions {
  readonly view: DashboardView;
  readonly theme?: keyof typeof themes;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels of a pixel; 1 unless given. */
  readonly scale?: number;
  /** What the host answers a request for figures with; refused without any. */
  readonly metrics?: Metrics;
  /** Sections that the user had opened before. */
  readonly opened?: readonly string[];
}

/** The dashboard on a page, with a host that the test plays. */
export interface OpenDashboard {
  readonly page: Page;
  /** Everything the page asked for, `ready` included, oldest first. */
  readonly requests: readonly AnyRequest[];
  /** The next request that no test has taken yet, `ready` excluded. */
  nextRequest(): Promise<AnyRequest>;
  answer(request: AnyRequest, message: string, more?: Partial<Result<Method>>): Promise<void>;
  refuse(request: AnyRequest, message: string): Promise<void>;
  /** Sends a view; with a new revision unless one is given. */
  show(view: DashboardView, revision?: number): Promise<void>;
  /** Sends what differs from the view that was sent last. */
  patch(view: DashboardView): Promise<void>;
  /** Sends anything. */
  post(message: unknown): Promise<void>;
  /** Lets this many milliseconds pass on the page's clock, which stands still otherwise. */
  pass(ms: number): Promise<void>;
  /** What the policy or the page itself complained about. */
  readonly complaints: readonly string[];
}

/** Gives the page a theme as VS Code does, with the background of where it is shown. */
export function themeScript(
  theme: keyof typeof themes,
  background: 'sideBar-background' | 'editor-background' = 'sideBar-background',
): string {
  return `
    {
      const theme = ${JSON.stringify(themes[theme])};
      for (const [name, value] of Object.entries(theme.variables)) {
        if (value !== '') document.documentElement.style.setProperty('--vscode-' + name, value);
      }
      document.body.classList.add(theme.kind);
      document.body.dataset.vscodeThemeKind = theme.kind;
      document.body.style.background = 'var(--vscode-${background})';
    }
  `;
}

/** Plays VS Code: the API, the theme, and a state that outlives the page. */
export function vscodeScript(...look: Parameters<typeof themeScript>): string {
  return `
    addEventListener('securitypolicyviolation', (e) =>
      complainToTest(e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
    globalThis.acquireVsCodeApi = () => {
      ${themeScript(...look)}
      return {
        postMessage: (message) => void postToTest(JSON.parse(JSON.stringify(message))),
        getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
        setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
      };
    };
  `;
}

/** Serves the page and its files as VS Code does, under its policy. */
export async function serve(page: Page, bundle: Bundle): Promise<string> {
  const nonce = randomBytes(16).toString('hex');
  const addresses = { scriptUri: `${ORIGIN}/${bundle.entry}`, styleUri: `${ORIGIN}/style.css` };
  const files: Readonly<Record<string, { contentType: string; body: string }>> = {
    '/style.css': { contentType: 'text/css', body: bundle.style },
    '/': {
      contentType: 'text/html',
      body: webviewHtml({ cspSource: ORIGIN, nonce, ...addresses }),
    },
  };
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const script = bundle.scripts[pathname.slice(1)];
    const file =
      script === undefined ? files[pathname] : { contentType: 'text/javascript', body: script };
    await route.fulfill(file ?? { status: 404, body: '' });
  });
  return `${ORIGIN}/`;
}

function answerMetrics(id: number, metrics: Metrics | undefined): HostMessage {
  return metrics === undefined
    ? { type: 'response', id, ok: false, error: { message: 'There are no figures here.' } }
    : { type: 'response', id, ok: true, result: metrics };
}

/** Requests in order, and whoever waits for the next one. */
class RequestQueue {
  readonly all: AnyRequest[] = [];
  private readonly untaken: AnyRequest[] = [];
  private taker: ((request: AnyRequest) => void) | undefined;

  add(request: AnyRequest): void {
    this.all.push(request);
    if (request.method === 'ready' || request.method === 'metrics') return;
    if (this.taker === undefined) this.untaken.push(request);
    else this.taker(request);
    this.taker = undefined;
  }

  async next(): Promise<AnyRequest> {
    const first = this.untaken.shift();
    if (first !== undefined) return first;
    return new Promise((resolve) => (this.taker = resolve));
  }
}

/** Opens the dashboard and waits until it shows `options.view`. */
export async function openDashboard(
  browser: Browser,
  bundle: Bundle,
  options: OpenOptions,
): Promise<OpenDashboard> {
  const viewport = { width: options.width ?? 320, height: options.height ?? 900 };
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: options.scale ?? 1,
    ...{ locale: 'en-GB', timezoneId: 'UTC' },
  });
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  const queue = new RequestQueue();
  let snapshot = { revision: 1, view: options.view };
  let now = Date.parse(NOW);

  const post = async (message: unknown): Promise<void> => {
    await page.evaluate(`window.postMessage(${JSON.stringify(message)}, '*')`);
  };
  const respond = async (message: HostMessage): Promise<void> => post(message);
  await page.exposeFunction('complainToTest', (text: string) => complaints.push(text));
  await page.exposeFunction('postToTest', (raw: unknown) => {
    const validated = validateRequest(raw);
    if (!validated.ok) {
      complaints.push(validated.message);
      return;
    }
    const { id, method } = validated.request;
    if (method === 'metrics') void respond(answerMetrics(id, options.metrics));
    if (method === 'ready') void respond({ type: 'response', id, ok: true, result: snapshot });
    queue.add(validated.request);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  // Timers run all the same: what the page says of the time does not depend on how busy the machine is.
  await page.clock.setFixedTime(now);
  await page.addInitScript(vscodeScript(options.theme ?? 'dark'));
  const open = Object.fromEntries((options.opened ?? []).map((section) => [section, true]));
  await page.addInitScript(`sessionStorage.state ??= ${JSON.stringify(JSON.stringify({ open }))}`);
  await page.goto(await serve(page, bundle));
  await page.locator('.ready:not([hidden]), .state').first().waitFor();

  return {
    page,
    complaints,
    requests: queue.all,
    nextRequest: () => queue.next(),
    answer: ({ id }, message, more) =>
      respond({ type: 'response', id, ok: true, result: { message, ...more } }),
    refuse: ({ id }, message) => respond({ type: 'response', id, ok: false, error: { message } }),
    post,
    pass: async (ms) => {
      now += ms;
      await page.clock.setFixedTime(now);
      await page.clock.runFor(ms);
    },
    patch: async (view) => {
      const change = diffViews(snapshot.view, view);
      if (change === undefined) throw new Error('there is no patch between these views');
      const base = snapshot.revision;
      snapshot = { revision: base + 1, view };
      await respond({ type: 'patch', patch: { revision: base + 1, base, ...change } });
    },
    show: async (view, revision = snapshot.revision + 1) => {
      if (revision >= snapshot.revision) snapshot = { revision, view };
      await respond({ type: 'view', snapshot: { revision, view } });
    },
  };
}

/** What a request asked for, as one value to compare with. */
export function asked<M extends Method>(request: RequestMessage<M>): readonly [M, unknown] {
  return [request.method, request.params];
}
