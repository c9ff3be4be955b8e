import assert from 'node:assert/strict';
import { runningTask } from '../unit/webview/fixtures';
import { WAITS_TO_LAND } from '../support/landingTask';
import { lineOf } from '../unit/webview/manyTasks';
import { at, ready, task } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

describe('the sign of a task’s status', () => {
  const { open, card } = useDashboard();

  it('moves only while a run works on the task', async () => {
    const shown = await open(ready([runningTask], { run: 'RUNNING' }));
    const sign = (name: string) => card(shown, runningTask.id).locator(`.card-head .icon-${name}`);
    await sign('arc').waitFor();
    await shown.patch(ready([runningTask], { run: 'PAUSED' }));
    await card(shown, runningTask.id).getByText('Interrupted').waitFor();
    assert.equal(await sign('arc').count(), 0);
    await sign('circle').waitFor();
  });

  it('is a clock while the task waits', async () => {
    const waiting = { ...runningTask, waitingUntil: at(70) };
    const shown = await open(ready([waiting], { run: 'RUNNING' }));
    await card(shown, waiting.id).locator('.card-head .icon-clock').waitFor();
  });

  it('is a clock while its work waits to land, as the card, the line and the header say', async () => {
    const waiting = { ...runningTask, landing: WAITS_TO_LAND };
    const lands = task('lands', { status: 'in_progress', landing: { kind: 'verifies' } });
    const line = lineOf({ ...task('line', { status: 'in_progress' }), landing: WAITS_TO_LAND });
    const shown = await open(ready([waiting, lands, line], { run: 'RUNNING' }));
    const says = 'Waiting to land (2nd, after “Fix the parser”)';
    const head = (id: string) => card(shown, id).locator('.card-head');
    await head(waiting.id).locator('.icon-clock').waitFor();
    assert.equal(await head(waiting.id).locator('.status-word').textContent(), says);
    await head(lands.id).locator('.icon-arc').waitFor();
    const merged = await head(lands.id).locator('.status-word').textContent();
    assert.equal(merged, 'Landing: verifying the merged files');
    await card(shown, line.id).locator('.row-line .icon-clock').waitFor();
    await card(shown, line.id).getByText(says).waitFor();
    assert.equal(
      await shown.page.locator('.summary').textContent(),
      '0 of 3 done · 2 wait to land',
    );
  });
});
