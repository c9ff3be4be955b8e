import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core';
import { findChromium } from './chromium';
import { resultsDir } from './paths';
import { PATIENCE_MS } from './waiting';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** How a window is opened. */
export interface WindowOptions {
  readonly password?: string;
  /** In CSS pixels; 1280 × 800 by default. */
  readonly width?: number;
  readonly height?: number;
  /** Address of a running browser (`startBrowser`) to open the window in; one of its own by default. */
  readonly browser?: string | undefined;
}

/** One VS Code window, in a browser of its own or with storage of its own in a shared one. */
export interface VscodeWindow {
  readonly page: Page;
  /** Closes the window as a user would, so that the extensions are deactivated, and then a browser of its own. */
  close(): Promise<void>;
}

async function launchOptions(): Promise<LaunchOptions> {
  const { executable, env } = await findChromium();
  const merged = { ...process.env, ...env } as Record<string, string>;
  return { executablePath: executable, args: FLAGS, env: merged, timeout: 60_000 };
}

/** A browser that windows of several processes share. */
export interface RunningBrowser {
  /** Where `openWindow` finds it. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Starts a headless browser that runs until it is stopped, or this process ends. */
export async function startBrowser(): Promise<RunningBrowser> {
  const server = await chromium.launchServer(await launchOptions());
  return { address: server.wsEndpoint(), stop: () => server.close() };
}

async function browserFor({ browser }: WindowOptions): Promise<Browser> {
  return browser === undefined ? chromium.launch(await launchOptions()) : chromium.connect(browser);
}

/** The server is on this machine: packing what it sends, anew for each window, takes both sides longer than sending it. */
const UNPACKED = { 'Accept-Encoding': 'identity' };

async function logIn(page: Page, password: string): Promise<void> {
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[type="submit"]').click();
}

async function workbenchReady(page: Page): Promise<void> {
  const patience = { timeout: PATIENCE_MS };
  await page.locator('.monaco-workbench').waitFor(patience);
  await page.locator('.part.statusbar .statusbar-item').first().waitFor(patience);
  await page.locator('.part.activitybar .action-item').first().waitFor(patience);
}

async function closeWindow(page: Page, browser: Browser): Promise<void> {
  try {
    // Leaving lets the workbench say goodbye; closing alone cuts the connection, and the server waits for its return.
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('about:blank');
  } finally {
    await browser.close();
  }
}

/** Opens `url` in a headless browser and waits until the workbench can be used. */
export async function openWindow(url: string, options: WindowOptions = {}): Promise<VscodeWindow> {
  const browser = await browserFor(options);
  try {
    const viewport = { width: options.width ?? 1280, height: options.height ?? 800 };
    const page = await browser.newPage({
      viewport,
      reducedMotion: 'reduce',
      extraHTTPHeaders: UNPACKED,
    });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    if (options.password !== undefined) await logIn(page, options.password);
    await workbenchReady(page);
    return { page, close: () => closeWindow(page, browser) };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Saves a picture of the window as `test-results/<name>.png` and returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  await mkdir(resultsDir, { recursive: true });
  const path = join(resultsDir, `${name}.png`);
  await page.screenshot({ path, animations: 'disabled' });
  return path;
}
