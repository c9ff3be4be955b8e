import type { FrameLocator, Locator, Page } from 'playwright-core';
import { pollUntil } from './waiting';

/** A notification as the user reads it. */
export interface Notification {
  readonly message: string;
  readonly buttons: readonly string[];
}

/** The content of the n-th visible webview (the first by default): two frames deep. */
export function webview(page: Page, nth = 0): FrameLocator {
  return page
    .locator('iframe.webview.ready:visible')
    .nth(nth)
    .contentFrame()
    .frameLocator('#active-frame');
}

async function openPalette(page: Page): Promise<Locator> {
  const input = page.locator('.quick-input-widget:visible input.input').first();
  await pollUntil(
    async () => {
      await page.keyboard.press('F1');
      await input.waitFor({ timeout: 2000 }).catch(() => undefined);
      return (await input.isVisible()) ? true : undefined;
    },
    { what: 'the command palette', withinMs: 20_000 },
  );
  return input;
}

/**
 * Runs a command by the title the palette shows (`Devs: Run`), exactly. Throws, naming what the palette offers, when
 * there is none of that title within 20 s (an extension may still be starting).
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const input = await openPalette(page);
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const labels = (): Promise<string[]> => rows.locator('.label-name').allInnerTexts();
  const exact = async (): Promise<number | undefined> => {
    await input.fill(`>${title}`);
    await rows.first().waitFor({ timeout: 2000 });
    const index = (await labels()).findIndex((label) => label.trim() === title);
    return index < 0 ? undefined : index;
  };
  const patience = { what: `the command "${title}" in the palette`, withinMs: 20_000 };
  const index = await pollUntil(exact, { ...patience, everyMs: 250 }).catch(
    async (error: unknown) => {
      const offered = await labels();
      await page.keyboard.press('Escape');
      throw new Error(`${(error as Error).message}; it offers: ${offered.join(', ')}`);
    },
  );
  await rows.nth(index).click();
}

const viewTab = (page: Page, name: string): Locator =>
  page.locator('.part.activitybar').getByRole('tab', { name }).first();

/** Opens a view container by the name its icon in the activity bar shows, unless it is open already. */
export async function openView(page: Page, name: string): Promise<void> {
  const tab = viewTab(page, name);
  await tab.waitFor();
  if ((await tab.getAttribute('aria-selected')) === 'true') return;
  await tab.click();
}

/** What a screen reader hears for a view container's icon: its name and what its badge says. */
export async function viewLabel(page: Page, name: string): Promise<string> {
  return (await viewTab(page, name).getAttribute('aria-label')) ?? '';
}

const toasts = (page: Page): Locator =>
  page.locator('.notifications-toasts .notification-list-item');

/** The notifications on the screen now, newest first. */
export async function readNotifications(page: Page): Promise<Notification[]> {
  const found = await toasts(page).all();
  return Promise.all(
    found.map(async (toast) => ({
      message: await toast.locator('.notification-list-item-message').innerText(),
      buttons: await toast.locator('.notification-list-item-buttons-container a').allInnerTexts(),
    })),
  );
}

/** Waits for a notification that contains `text` and presses its button `label`. */
export async function answerNotification(page: Page, text: string, label: string): Promise<void> {
  const toast = toasts(page).filter({ hasText: text }).first();
  await toast.getByRole('button', { name: label, exact: true }).click();
}

/** The texts of the status bar's items from left to right. */
export async function readStatusBar(page: Page): Promise<string[]> {
  const texts = await page.locator('.part.statusbar .statusbar-item').allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Trusts the workspace of a window in restricted mode, as the user would through the status bar. */
export async function grantTrust(page: Page): Promise<void> {
  await page.locator('.part.statusbar').getByText('Restricted Mode').click();
  await page.getByRole('button', { name: 'Trust', exact: true }).first().click();
  await page.locator('.part.statusbar').getByText('Restricted Mode').waitFor({ state: 'hidden' });
  const dialog = page.locator('.monaco-modal-editor-block');
  await dialog.getByRole('button', { name: /^Close/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}
