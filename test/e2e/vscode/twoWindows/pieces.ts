import type { Locator } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from '../../../realVscode/waiting';
import { readNotifications, runCommand } from '../../../realVscode/workbench';
import type { OpenWindow } from './windows';

/** Opens a section of a card that is closed. */
export async function openSection(card: Locator, name: string): Promise<Locator> {
  const summary = card.locator('summary', { hasText: name });
  const section = summary.locator('xpath=..');
  if ((await section.getAttribute('open')) === null) await summary.click();
  return section;
}

/** Notifications on the screen that say this. */
export async function countNotifications(
  { session }: OpenWindow,
  message: RegExp,
): Promise<number> {
  const shown = await readNotifications(session.page);
  return shown.filter((each) => message.test(each.message)).length;
}

/** Presses a button of a notification, in the list behind the bell when it has gone from the screen. */
export async function pressNotification(
  { session: { page } }: OpenWindow,
  message: string,
  button: string,
): Promise<void> {
  const item = (place: string): Locator =>
    page.locator(`${place} .notification-list-item`).filter({ hasText: message }).first();
  const press = (place: string): Locator =>
    item(place).getByRole('button', { name: button, exact: true });
  const [toast, listed] = [press('.notifications-toasts'), press('.notifications-center')];
  const probe = async (): Promise<true | undefined> => {
    const there = await toast
      .or(listed)
      .first()
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
    if (there) return true;
    await runCommand(page, 'Notifications: Show Notifications');
    return undefined;
  };
  await pollUntil(probe, { what: `"${button}" of "${message}"`, withinMs: PATIENCE_MS });
  await toast.or(listed).first().click();
}
