import type { FrameLocator, Locator, Page } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from './waiting';

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

/** The first webview in an editor, such as the page of a task: after a reload, views of the side bar may come before it. */
export function editorWebview(page: Page): FrameLocator {
  return page
    .locator('iframe.webview.ready:visible:not([src*="purpose=webviewView"])')
    .first()
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
    { what: 'the command palette', withinMs: PATIENCE_MS },
  );
  return input;
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}\\s*$`);
}

/**
 * Runs a command by the title the palette shows (`Devs: Run`), exactly. Throws, naming what the palette offers, when
 * there is none of that title within `PATIENCE_MS` (an extension may still be starting).
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const input = await openPalette(page);
  const rows = page.locator('.quick-input-list .monaco-list-row');
  const labels = (): Promise<string[]> => rows.locator('.label-name').allInnerTexts();
  const row = rows.filter({ has: page.locator('.label-name', { hasText: exactly(title) }) });
  const found = async (): Promise<true | undefined> => {
    await input.fill(`>${title}`);
    await row
      .first()
      .waitFor({ timeout: 2000 })
      .catch(() => undefined);
    return (await row.count()) === 1 ? true : undefined;
  };
  const patience = { what: `the command "${title}" in the palette`, withinMs: PATIENCE_MS };
  await pollUntil(found, { ...patience, everyMs: 250 }).catch(async (error: unknown) => {
    const offered = await labels();
    await page.keyboard.press('Escape');
    throw new Error(`${(error as Error).message}; it offers: ${offered.join(', ')}`);
  });
  // By its text, not by its place: the list may still be sorting itself.
  await row.click();
}

const viewTab = (page: Page, name: string): Locator =>
  page.locator('.part.activitybar').getByRole('tab', { name }).first();

/**
 * Opens a view container by the name its icon in the activity bar shows, unless it is open already. A window that was
 * just reloaded may open it by itself, in the moment in which the click comes that then closes it: so it is looked at.
 */
export async function openView(page: Page, name: string): Promise<void> {
  const tab = viewTab(page, name);
  const selected = page
    .locator('.part.activitybar')
    .getByRole('tab', { name, selected: true })
    .first();
  const isOpen = async (): Promise<true | undefined> => {
    if (await selected.isVisible()) return true;
    await tab.click();
    await selected.waitFor({ timeout: 2_000 }).catch(() => undefined);
    return (await selected.isVisible()) ? true : undefined;
  };
  await tab.waitFor();
  await pollUntil(isOpen, { what: `the view ${name} to open`, withinMs: PATIENCE_MS });
}

/** What a screen reader hears for a view container's icon: its name and what its badge says. */
export async function viewLabel(page: Page, name: string): Promise<string> {
  return (await viewTab(page, name).getAttribute('aria-label')) ?? '';
}

const toasts = (page: Page): Locator =>
  page.locator('.notifications-toasts .notification-list-item');

/** What stands in a list of notifications, read at one moment: any of them may go while others are awaited. */
function textsOfToasts(elements: readonly unknown[]): Notification[] {
  interface Element {
    readonly innerText: string;
    querySelectorAll: (selector: string) => Iterable<Element>;
  }
  return (elements as readonly Element[]).map((toast) => ({
    message: Array.from(
      toast.querySelectorAll('.notification-list-item-message'),
      ({ innerText }) => innerText,
    ).join(''),
    buttons: Array.from(
      toast.querySelectorAll('.notification-list-item-buttons-container a'),
      ({ innerText }) => innerText,
    ),
  }));
}

/** The notifications on the screen now, newest first. */
export function readNotifications(page: Page): Promise<Notification[]> {
  return toasts(page).evaluateAll(textsOfToasts);
}

/**
 * Waits for a notification that contains `text` and presses its button `label`, in the list behind the bell where it
 * has gone from the screen.
 */
export async function answerNotification(page: Page, text: string, label: string): Promise<void> {
  const press = (place: string): Locator =>
    page
      .locator(`${place} .notification-list-item`)
      .filter({ hasText: text })
      .first()
      .getByRole('button', { name: label, exact: true });
  const either = press('.notifications-toasts').or(press('.notifications-center')).first();
  const probe = async (): Promise<true | undefined> => {
    const isThere = await either.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
    await runCommand(page, 'Notifications: Show Notifications');
    return undefined;
  };
  await pollUntil(probe, { what: `"${label}" of "${text}"`, withinMs: PATIENCE_MS });
  await either.click();
}

/** The box that asks for a text, a file or a folder, once it is there. */
export async function quickInput(page: Page): Promise<Locator> {
  const input = page.locator('.quick-input-widget:visible input.input').first();
  await input.waitFor();
  return input;
}

/**
 * Presses the button of a dialog for files until it is gone: where the dialog has not yet looked at the folder of what
 * stands in its box, it takes a press as the wish to see that folder, as whoever presses it finds out.
 */
async function pressUntilTaken(button: Locator): Promise<void> {
  const taken = async (): Promise<true | undefined> => {
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    await button.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
    return (await button.isVisible()) ? undefined : true;
  };
  await pollUntil(taken, { what: 'the dialog to take its button', withinMs: PATIENCE_MS });
}

/** Gives the dialog for folders a path, which has to end with a slash, and presses its button. */
export async function chooseFolder(page: Page, path: string, button: string): Promise<void> {
  const dialog = page.locator('.quick-input-widget:visible');
  const given = async (): Promise<true | undefined> => {
    const input = await quickInput(page);
    // It fills its box by itself once it has looked at the folder that it begins with.
    if (!(await input.inputValue()).startsWith('/')) return undefined;
    await input.fill(path);
    await dialog.locator('.monaco-list-row', { hasText: '..' }).first().waitFor();
    return (await input.inputValue()) === path ? true : undefined;
  };
  await pollUntil(given, { what: `the dialog to take ${path}`, withinMs: PATIENCE_MS });
  await pressUntilTaken(dialog.getByRole('button', { name: button }));
}

/** Gives the dialog for files the path of one and presses its button. */
export async function chooseFile(page: Page, path: string, button: string): Promise<void> {
  const dialog = page.locator('.quick-input-widget:visible');
  const name = path.slice(path.lastIndexOf('/') + 1);
  const given = async (): Promise<true | undefined> => {
    const input = await quickInput(page);
    // It fills its box by itself once it has looked at the folder that it begins with.
    if (!(await input.inputValue()).startsWith('/')) return undefined;
    // Anything else first: what stands there already is no news to it.
    await input.fill('/');
    await input.fill(path);
    const row = dialog.locator('.monaco-list-row', { hasText: name }).first();
    await row.waitFor({ timeout: 2_000 }).catch(() => undefined);
    return (await row.isVisible()) && (await input.inputValue()) === path ? true : undefined;
  };
  await pollUntil(given, { what: `the dialog to take ${path}`, withinMs: PATIENCE_MS });
  await pressUntilTaken(dialog.getByRole('button', { name: button }));
}

/** What the editor shows of the document in front, once the name of its tab matches. */
export async function editorText(page: Page, tab: RegExp): Promise<string> {
  await page.getByRole('tab', { name: tab, selected: true }).waitFor();
  const lines = page.locator('.editor-instance .view-line');
  await lines.first().waitFor();
  const texts = await lines.allInnerTexts();
  return texts.map((line) => line.replaceAll('\u00a0', ' ')).join('\n');
}

/** Closes every editor. */
export async function closeEditors(page: Page): Promise<void> {
  await runCommand(page, 'View: Close All Editors');
  await page.locator('.editor-instance').waitFor({ state: 'detached' });
}

/** The texts of the status bar's items from left to right. */
export async function readStatusBar(page: Page): Promise<string[]> {
  const texts = await page.locator('.part.statusbar .statusbar-item').allInnerTexts();
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}

/** Trusts the workspace of a window in restricted mode, as the user would through the status bar. */
export async function grantTrust(page: Page): Promise<void> {
  await page.locator('.part.statusbar').getByText('Restricted Mode').click();
  await trustButton(page).click();
  await page.locator('.part.statusbar').getByText('Restricted Mode').waitFor({ state: 'hidden' });
  await closeTrustPage(page);
}

/** The button that trusts the workspace, on the page for workspace trust. */
export function trustButton(page: Page): Locator {
  return page
    .locator('.workspace-trust-editor')
    .getByRole('button', { name: 'Trust', exact: true })
    .first();
}

/** Closes the page for workspace trust: a dialog, or in an older VS Code an editor. */
export async function closeTrustPage(page: Page): Promise<void> {
  const dialog = page.locator('.monaco-modal-editor-block');
  if (await dialog.isVisible()) await dialog.getByRole('button', { name: /^Close/ }).click();
  else await runCommand(page, 'View: Close Editor');
  await page.locator('.workspace-trust-editor').waitFor({ state: 'hidden' });
}
