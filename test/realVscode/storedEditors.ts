import type { Page } from 'playwright-core';
import { PATIENCE_MS, pollUntil } from './waiting';

/**
 * Waits until VS Code has stored that an editor of this type is open, with a state that has the member, so that a reload
 * brings it back. In a browser it stores its editors when the window is hidden, which a window without a screen never is,
 * and every minute: that may be before the editor has its state.
 */
export async function editorStored(page: Page, viewType: string, member: string): Promise<void> {
  await page.evaluate(`
    document.hasFocus = () => false;
    document.dispatchEvent(new Event('visibilitychange'));
  `);
  const probe = async (): Promise<true | undefined> => {
    const stored = String(await page.evaluate(STORED_EDITORS));
    const at = stored.indexOf(viewType);
    return at !== -1 && stored.includes(member, at) ? true : undefined;
  };
  const what = `a stored editor ${viewType} with "${member}"`;
  await pollUntil(probe, { what, withinMs: PATIENCE_MS });
}

/** What is stored of the editors of all windows; text, because it runs in the page of the workbench. */
const STORED_EDITORS = `(async () => {
  const ended = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const stored = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db-')) continue;
    const db = await ended(indexedDB.open(name));
    const table = db.transaction('ItemTable').objectStore('ItemTable');
    stored.push(await ended(table.get('memento/workbench.parts.editor')));
    db.close();
  }
  return JSON.stringify(stored);
})()`;
