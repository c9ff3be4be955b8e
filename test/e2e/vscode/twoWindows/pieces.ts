import type { Locator } from 'playwright-core';
import { readNotifications } from '../../../realVscode/workbench';
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
