import assert from 'node:assert/strict';
import { asked } from '../unit/webview/harness';
import { at, ready, task, turn } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

describe('a task that waits for a limit, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();
  const waiting = task('fix-rounding', {
    statusReason:
      "claude has reached a limit: You've hit your weekly limit · resets Jul 31, 2am (UTC) (retry 1 of 6)",
    // The page's clock stands at minute 63.
    waitingUntil: at(63 + (3 * 24 + 4) * 60),
    turns: [turn(1)],
  });

  it('counts down to its time, says who waits for what, and stops waiting on a press', async () => {
    const shown = await open(ready([waiting], { run: 'RUNNING' }));
    const text = await card(shown, 'fix-rounding').innerText();
    assert.match(text, /Waiting[^]*until \d{4}-\d\d-\d\d \d\d:\d\d, 3 days 4 h left/);
    assert.match(text, /claude has reached a limit: You've hit your weekly limit/);
    await card(shown, 'fix-rounding')
      .getByRole('button', { name: 'Stop waiting', exact: true })
      .click();
    assert.deepEqual(asked(await shown.nextRequest()), ['stopWaiting', { taskId: 'fix-rounding' }]);
  });

  it('has no such button when it does not wait', async () => {
    const shown = await open(ready([task('fix-rounding')]));
    assert.equal(await card(shown, 'fix-rounding').getByText('Stop waiting').count(), 0);
  });
});
