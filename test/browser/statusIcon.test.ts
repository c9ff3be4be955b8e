import assert from 'node:assert/strict';
import { runningTask } from '../unit/webview/fixtures';
import { at, ready } from '../unit/webview/samples';
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
});
