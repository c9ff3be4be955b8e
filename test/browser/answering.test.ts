import assert from 'node:assert/strict';
import { fixtures } from '../unit/webview/fixtures';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { lineOf, manyTasks } from '../unit/webview/manyTasks';
import { pausedTask } from '../unit/webview/pausedTask';
import { ready, task } from '../unit/webview/samples';
import { until, useDashboard } from './useDashboard';

const ANSWER = { type: 'answer', taskId: 'fix-rounding' };

describe('the way from a notification to the answer', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();
  const hasCursor = (taskId: string): string =>
    `document.activeElement?.closest('[data-task="${taskId}"] .resume-form') != null`;
  const type = async (shown: OpenDashboard, taskId: string): Promise<void> => {
    await until(shown, hasCursor(taskId));
    await shown.page.keyboard.type('Multiply first.');
    const box = card(shown, taskId).getByRole('textbox', { name: /^Hint/ });
    assert.equal(await box.inputValue(), 'Multiply first.');
  };

  it('leaves the cursor in the hint box, also where the user had closed it', async () => {
    const shown = await open(fixtures.paused);
    await card(shown, 'fix-rounding').getByRole('textbox', { name: /^Hint/ }).press('Escape');
    await shown.post(ANSWER);
    await type(shown, 'fix-rounding');
  });

  it('waits for a task that is not there yet', async () => {
    const shown = await open(ready([task('other')]));
    await shown.post(ANSWER);
    await shown.patch(ready([task('other'), pausedTask]));
    await type(shown, 'fix-rounding');
  });

  it('does not take the cursor from a user who has gone on elsewhere meanwhile', async () => {
    const shown = await open(ready([task('other')]));
    await shown.post(ANSWER);
    await card(shown, 'other').click();
    await shown.patch(ready([task('other'), pausedTask]));
    await card(shown, 'fix-rounding').waitFor();
    assert.equal(await shown.page.evaluate(hasCursor('fix-rounding')), false);
  });

  it('shows title and buttons of a card that the user had scrolled away', async () => {
    const shown = await open(fixtures.paused, { why: true, width: 300, height: 500 });
    const { page } = shown;
    await page.evaluate('scrollTo({ top: document.body.scrollHeight })');
    await shown.post(ANSWER);
    await until(shown, hasCursor('fix-rounding'));
    const header = await page.locator('.header').boundingBox();
    const title = await card(shown, 'fix-rounding').locator('.card-head').boundingBox();
    const buttons = await card(shown, 'fix-rounding').locator('.needs-you .actions').boundingBox();
    assert.ok(header !== null && title !== null && buttons !== null);
    assert.ok(title.y >= header.y + header.height, `the title begins at ${title.y} px`);
    assert.ok(buttons.y + buttons.height <= 500, `the buttons begin at ${buttons.y} px`);
  });

  it('finds one of many behind filter, folded group and figures, and opens its card', async () => {
    const paused = { ...pausedTask, id: 'task-17' };
    const all = manyTasks(60);
    const line = lineOf(paused);
    const view = { ...all, tasks: all.tasks.map((each) => (each.id === 'task-17' ? line : each)) };
    const shown = await open(view);
    await shown.page.getByRole('heading', { name: /^Needs you/ }).click();
    await shown.page.getByRole('searchbox').fill('no such task');
    await shown.page.getByRole('button', { name: 'Metrics' }).click();
    await shown.post({ ...ANSWER, taskId: 'task-17' });
    assert.deepEqual(asked(await shown.nextRequest()), ['openTasks', { taskIds: ['task-17'] }]);
    await shown.patch({
      ...view,
      tasks: view.tasks.map((each) => (each.id === 'task-17' ? paused : each)),
    });
    await type(shown, 'task-17');
  });
});
