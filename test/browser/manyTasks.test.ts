import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { MAX_CARDS, type ShownTask } from '../../src/protocol/dashboardView';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { lineAt, lineOf, manyTasks } from '../unit/webview/manyTasks';
import { pausedTask } from '../unit/webview/pausedTask';
import { ready, task, type ReadyView } from '../unit/webview/samples';
import { themes } from '../unit/webview/themes';
import { until, useDashboard } from './useDashboard';

const COUNT = 2_000;
/** Pending tasks and the one that runs: what the group in the middle shows of them. */
const OPEN = 1_576;

/** The view with other tasks in place of those of the same id. */
function changed(view: ReadyView, tasks: readonly ShownTask[]): ReadyView {
  const by = new Map(tasks.map((each) => [each.id, each]));
  return { ...view, tasks: view.tasks.map((each) => by.get(each.id) ?? each) };
}

describe('the dashboard with 2,000 tasks', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });
  const line = (shown: OpenDashboard, id: string): Locator => card(shown, id).locator('.row-line');
  const filled = (shown: OpenDashboard): Promise<void> =>
    until(shown, `document.querySelectorAll('[data-group="open"] > ul > li').length === ${OPEN}`);

  it('shows those that need you and the one at work as cards, the others as lines', async () => {
    const shown = await open(manyTasks(COUNT));
    const { page } = shown;
    await filled(shown);
    assert.equal(await page.locator('.card').count(), 2);
    assert.equal(await page.locator('[data-task]').nth(1).getAttribute('data-task'), 'task-17');
    await page.getByRole('heading', { name: 'Needs you 7' }).waitFor();
    await page.getByRole('heading', { name: `Tasks ${OPEN.toLocaleString('en-GB')}` }).waitFor();
    const first = page.locator('[data-group="open"] li').first();
    assert.equal(await first.getAttribute('data-task'), 'task-12');
    // What is out of sight has no inner text.
    const text = (await line(shown, 'task-1').textContent()) ?? '';
    assert.match(text.trim(), /module 1\s*Pending · priority 5 · waits for task-0$/);
  });

  it('tells in its line how often a task has failed in a row', async () => {
    const failing = task('failing', { entropy: 2, turnCount: 2 });
    const rest = Array.from({ length: MAX_CARDS }, (_, index) => task(`t${index}`));
    const shown = await open(ready([failing, ...rest].map(lineOf)));
    const text = (await line(shown, 'failing').textContent()) ?? '';
    assert.match(text.trim(), /Pending · 2 failed in a row$/);
  });

  it('stays as it was with few: cards, no filter, nothing to fold', async () => {
    const few = Array.from({ length: MAX_CARDS }, (_, index) => task(`t${index}`));
    const { page } = await open(ready(few));
    assert.equal(await page.locator('.card').count(), MAX_CARDS);
    assert.equal(await page.getByRole('searchbox').count(), 0);
    assert.equal(await page.locator('.row-line').count(), 0);
  });

  it('keeps the time of the task at work while it is filtered out', async () => {
    const shown = await open(manyTasks(COUNT));
    await filled(shown);
    const clock = card(shown, 'task-12').locator('.status-line .elapsed');
    assert.equal(await clock.innerText(), '1 min');
    const search = shown.page.getByRole('searchbox');
    await search.fill('no such task');
    await clock.waitFor({ state: 'detached' });
    await shown.pass(4_000);
    await search.fill('');
    await clock.waitFor();
    await shown.pass(4_000);
    assert.equal(await clock.innerText(), '1 min 8 s');
  });

  it('makes folded groups only when they are unfolded', async () => {
    const shown = await open(manyTasks(COUNT));
    await filled(shown);
    const rows = shown.page.locator('[data-group="finished"] li');
    assert.equal(await rows.count(), 0);
    await shown.page.getByRole('heading', { name: 'Done and skipped' }).click();
    await until(
      shown,
      `document.querySelectorAll('[data-group="finished"] > ul > li').length === 417`,
    );
  });

  it('opens a line to its card, asks for what it shows, and closes again, the focus on it', async () => {
    const shown = await open(manyTasks(COUNT));
    const { page } = shown;
    await filled(shown);
    await card(shown, 'task-2').focus();
    await page.keyboard.press('Enter');
    const asking = await shown.nextRequest();
    assert.deepEqual(asked(asking), ['openTasks', { taskIds: ['task-2'] }]);
    const whole = task('task-2', { title: 'Translate', goal: 'In nine languages.' });
    await shown.patch(changed(manyTasks(COUNT), [whole]));
    await shown.answer(asking, '');
    await card(shown, 'task-2').getByText('Details').waitFor();
    const focused = `document.activeElement.closest('[data-task]').dataset.task`;
    assert.equal(await page.evaluate(focused), 'task-2');
    assert.equal(await card(shown, 'task-2').getAttribute('aria-expanded'), 'true');
    await page.keyboard.press('Enter');
    assert.deepEqual(asked(await shown.nextRequest()), ['openTasks', { taskIds: [] }]);
    assert.equal(await card(shown, 'task-2').locator('.card-head').count(), 0);
    assert.equal(await page.evaluate(focused), 'task-2');
  });

  it('asks for opened tasks again when it is reloaded', async () => {
    const shown = await open(manyTasks(COUNT));
    await filled(shown);
    await line(shown, 'task-2').click();
    await shown.nextRequest();
    await shown.page.reload();
    await card(shown, 'task-17').waitFor();
    assert.deepEqual(asked(shown.requests.at(-1)!), ['ready', { open: ['task-2'] }]);
  });

  it('updates one task in place: every other row is the same node, and none is touched', async () => {
    const view = manyTasks(COUNT);
    const shown = await open(view);
    await filled(shown);
    await shown.page.evaluate(`
      globalThis.rows = [...document.querySelectorAll('[data-task]')];
      globalThis.touched = new Set();
      new MutationObserver((all) => {
        for (const { target } of all) {
          const at = target.nodeType === 1 ? target : target.parentElement;
          touched.add(at.closest('[data-task]')?.dataset.task ?? '-');
        }
      }).observe(document.querySelector('.tasks'), { subtree: true, childList: true, characterData: true, attributes: true });
    `);
    const next = { ...lineAt(1_502), title: 'A new title' };
    await shown.patch(changed(view, [next]));
    await line(shown, 'task-1502').getByText('A new title').waitFor();
    const same = `rows.every((row, index) => document.querySelectorAll('[data-task]')[index] === row)`;
    assert.equal(await shown.page.evaluate(same), true);
    assert.deepEqual(await shown.page.evaluate('[...touched]'), ['task-1502']);
  });

  it('moves a task between groups without touching the others', async () => {
    const view = manyTasks(COUNT);
    const shown = await open(view);
    await filled(shown);
    await shown.page.evaluate(`globalThis.row = document.querySelector('[data-task="task-902"]');
      globalThis.other = document.querySelector('[data-task="task-901"]');`);
    const asks = { ...lineAt(901), status: 'blocked', statusReason: 'not logged in' } as const;
    await shown.patch(changed(view, [asks]));
    await shown.page.getByRole('heading', { name: 'Needs you 8' }).waitFor();
    const moved = `other.closest('.group').dataset.group`;
    assert.equal(await shown.page.evaluate(moved), 'needsYou');
    assert.equal(await shown.page.evaluate(`row.isConnected`), true);
    assert.match((await line(shown, 'task-901').textContent()) ?? '', /not logged in/);
  });

  it('asks for the whole when it has not what a patch starts from', async () => {
    const view = manyTasks(30);
    const shown = await open(view);
    await shown.post({
      type: 'patch',
      patch: { revision: 9, base: 8, tasks: [], steps: [], removed: ['task-3'] },
    });
    await until(shown, 'true');
    assert.deepEqual(shown.requests.map(asked), [
      ['ready', {}],
      ['ready', {}],
    ]);
    assert.equal(await card(shown, 'task-3').count(), 1);
  });

  it('keeps the card under the human’s hands when the host sends a line in its place', async () => {
    const view = manyTasks(30);
    const shown = await open(view);
    const hint = card(shown, 'task-17').getByRole('textbox', { name: /^Hint/ });
    await hint.pressSequentially('half');
    const asLine = lineOf({ ...pausedTask, id: 'task-17' });
    await shown.patch(changed(view, [asLine]));
    assert.deepEqual(asked(await shown.nextRequest()), ['openTasks', { taskIds: ['task-17'] }]);
    await hint.pressSequentially(' typed');
    const value = `document.activeElement.value`;
    assert.equal(await shown.page.evaluate(value), 'half typed');
  });

  it('shows nothing of a task of the same name in another folder', async () => {
    const view = manyTasks(COUNT);
    const shown = await open(view);
    await filled(shown);
    await card(shown, 'task-17').getByText('Paused: 3 strategies failed').waitFor();
    const other = lineOf(task('task-17', { title: 'Another', status: 'blocked' }));
    await shown.show({ ...changed(view, [other]), folder: 'another' });
    await line(shown, 'task-17').getByText('Another').waitFor();
    assert.equal(await shown.page.getByText('strategies failed').count(), 0);
  });

  it('gives the focus to the next row when the focused one goes', async () => {
    const view = manyTasks(COUNT);
    const shown = await open(view);
    await filled(shown);
    await card(shown, 'task-6').focus();
    await shown.patch({ ...view, tasks: view.tasks.filter(({ id }) => id !== 'task-6') });
    await card(shown, 'task-6').waitFor({ state: 'detached' });
    const focused = `document.activeElement.closest('[data-task]')?.dataset.task`;
    assert.equal(await shown.page.evaluate(focused), 'task-8');
  });

  describe('the filter', () => {
    it('finds by words, says how many, and tells screen readers', async () => {
      const shown = await open(manyTasks(COUNT));
      const { page } = shown;
      await filled(shown);
      await page.getByRole('searchbox', { name: 'Find tasks' }).fill('LOGIN 19');
      await page.getByText('14 of 2,000 tasks').first().waitFor();
      await page.getByRole('status').getByText('14 of 2,000 tasks').waitFor();
      assert.equal(await page.locator('[data-task]').count(), 14);
      // Finished ones are not hidden from whoever looks for them.
      assert.equal(await page.locator('[data-group="finished"] [data-task]').count(), 2);
      await page.getByRole('searchbox').fill('');
      await filled(shown);
    });

    it('chooses by status, with counts that follow', async () => {
      const view = manyTasks(COUNT);
      const shown = await open(view);
      const { page } = shown;
      const blocked = page.getByRole('button', { name: 'Blocked 6' });
      await blocked.click();
      assert.equal(await blocked.getAttribute('aria-pressed'), 'true');
      assert.equal(await page.locator('[data-task]').count(), 6);
      await shown.patch(changed(view, [{ ...lineAt(7), status: 'skipped' }]));
      await page.getByRole('button', { name: 'Blocked 5' }).waitFor();
      assert.equal(await page.locator('[data-task]').count(), 5);
      await page.getByRole('button', { name: 'All 2,000' }).click();
      await filled(shown);
    });

    it('is kept by a reloaded panel', async () => {
      const shown = await open(manyTasks(COUNT));
      await shown.page.getByRole('searchbox').fill('module 1999');
      await shown.page.getByText('1 of 2,000 tasks').first().waitFor();
      await shown.page.reload();
      await shown.page.getByText('1 of 2,000 tasks').first().waitFor();
      assert.equal(await shown.page.getByRole('searchbox').inputValue(), 'module 1999');
    });
  });

  it('finds its place again after a reload', async () => {
    const shown = await open(manyTasks(COUNT));
    await filled(shown);
    await shown.page.evaluate(`new Promise((done) => {
      addEventListener('scrollend', () => done(), { once: true });
      scrollTo({ top: 20_000 });
    })`);
    await until(shown, `JSON.parse(sessionStorage.state ?? '{}').scroll > 10_000`);
    await shown.page.reload();
    await until(shown, 'scrollY > 10_000');
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`cuts nothing off at any width in theme ${theme}`, async () => {
      const { page } = await open(manyTasks(60), { theme });
      for (const width of [200, 320, 700]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = `document.documentElement.scrollWidth - innerWidth`;
        assert.equal(await page.evaluate(overflow), 0, `${width} px`);
      }
    });
  }
});
