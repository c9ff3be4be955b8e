import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../realVscode/waiting';

/** A line of a list that VS Code shows to choose from. */
export interface QuickLine {
  readonly label: string;
  readonly description: string;
  /** Absent where only one can be chosen. */
  readonly checked?: boolean;
}

const patience = { timeout: PATIENCE_MS };
const input = (page: Page): Locator => page.locator('.quick-input-widget:visible');
const rows = (page: Page): Locator => input(page).locator('.monaco-list-row');

/** Waits for a list or an input box with this title, or for a list without a title that has this placeholder. */
export async function awaitQuickInput(page: Page, title: RegExp): Promise<void> {
  const named = input(page).locator('.quick-input-title', { hasText: title });
  const asking = input(page).getByPlaceholder(title);
  await named.or(asking).first().waitFor(patience);
}

/** What the list shows now. */
export async function quickLines(page: Page): Promise<readonly QuickLine[]> {
  await rows(page).first().waitFor(patience);
  return rows(page).evaluateAll((elements: readonly unknown[]) => {
    interface Element {
      readonly textContent: string;
      readonly ariaChecked: string | null;
      querySelector: (selector: string) => Element | null;
      getAttribute: (name: string) => string | null;
    }
    return (elements as readonly Element[]).map((row) => {
      const checked = row.getAttribute('aria-checked');
      return {
        label: row.querySelector('.label-name')?.textContent ?? '',
        description: row.querySelector('.label-description')?.textContent ?? '',
        ...(checked === null ? {} : { checked: checked === 'true' }),
      };
    });
  });
}

/** The title and what stands in the box as a hint. */
export async function quickTexts(page: Page): Promise<{ title: string; placeholder: string }> {
  const title = await input(page).locator('.quick-input-title').innerText();
  const box = input(page).locator('input.input').first();
  return { title, placeholder: (await box.getAttribute('placeholder')) ?? '' };
}

/** Presses the line with exactly this label: chooses it, or checks it where several can be. */
export async function pressLine(page: Page, label: string): Promise<void> {
  const line = rows(page).filter({ has: page.getByText(label, { exact: true }) });
  await line.first().click(patience);
}

/** Accepts what is chosen. */
export async function acceptChecked(page: Page): Promise<void> {
  await input(page).getByRole('button', { name: 'OK', exact: true }).click(patience);
}

/** Types into the input box and presses Enter. */
export async function typeInto(page: Page, text: string): Promise<void> {
  await input(page).locator('input.input').first().fill(text);
  await page.keyboard.press('Enter');
}

/** Goes away from the list without an answer. */
export async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('.quick-input-widget').first().waitFor({ state: 'hidden' });
}
