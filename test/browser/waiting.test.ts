import assert from 'node:assert/strict';
import { asked } from '../unit/webview/harness';
import { limitedTask } from '../unit/webview/limitedTask';
import { ready, task } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

describe('a task that waits for a limit, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();
  it('counts down to its time, says who waits for what, and stops waiting on a press', async () => {
    const shown = await open(ready([limitedTask()], { run: 'RUNNING' }));
    const text = await card(shown, 'fix-rounding').innerText();
    assert.match(text, /Waiting[^]*until \d{4}-\d\d-\d\d \d\d:\d\d, 3 days 4 h left/);
    assert.match(text, /claude has reached a limit: You've hit your weekly limit/);
    await card(shown, 'fix-rounding')
      .getByRole('button', { name: 'Stop waiting', exact: true })
      .click();
    assert.deepEqual(asked(await shown.nextRequest()), ['stopWaiting', { taskId: 'fix-rounding' }]);
  });

  it('leaves a run nothing to do: it waits, and runs again with another task', async () => {
    const word = '.run-state .run-word';
    const shown = await open(ready([limitedTask()], { run: 'RUNNING' }));
    assert.equal(await shown.page.locator(word).innerText(), 'Waiting');
    await shown.page.close();
    const other = task('add-users', { status: 'in_progress' });
    const busy = await open(ready([limitedTask(), other], { run: 'RUNNING' }));
    assert.equal(await busy.page.locator(word).innerText(), 'Running');
  });

  it('has no such button when it does not wait', async () => {
    const shown = await open(ready([task('fix-rounding')]));
    assert.equal(await card(shown, 'fix-rounding').getByText('Stop waiting').count(), 0);
  });
});
