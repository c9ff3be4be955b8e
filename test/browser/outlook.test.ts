import assert from 'node:assert/strict';
import { ready, task, turn } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

const REASON = '4 instead of 3: 6 of 7 similar tasks were solved at the fourth turn (claude)';
const PREDICTION = {
  ...{ tasks: 10, paused: 7, probability: 0.67, score: 2 },
  reasons: [
    { text: 'same failure 2 times', points: 1 },
    { text: 'no new best for 3 turns', points: 1 },
  ],
};

describe('what the dashboard shows of a task’s outlook', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();
  const explained = task('fix', {
    ...{ status: 'in_progress', entropy: 2, loopThreshold: 4, turns: [turn(1), turn(2)] },
    thresholdReason: REASON,
  });
  const running = { ...explained, prediction: PREDICTION };

  it('how likely it pauses, with the reasons, until nothing is known', async () => {
    const shown = await open(ready([running], { run: 'RUNNING' }));
    const line = card(shown, 'fix').locator('.prediction');
    assert.equal(
      await line.innerText(),
      'Likely to pause: 7 of 10 similar tasks did; same failure 2 times, no new best for 3 turns',
    );
    await shown.patch(ready([{ ...explained, entropy: 0 }], { run: 'RUNNING' }));
    await line.waitFor({ state: 'hidden' });
  });

  it('why its threshold differs, and the gauge with that threshold', async () => {
    const shown = await open(
      ready([running, task('calm', { turns: [turn(1)] })], { run: 'RUNNING' }),
    );
    const fix = card(shown, 'fix');
    assert.equal(await fix.locator('.threshold').innerText(), `Loop threshold ${REASON}`);
    assert.equal(await fix.locator('.gauge-entropy .gauge-text').innerText(), '2 of 4');
    const calm = card(shown, 'calm');
    assert.equal(await calm.locator('.gauge-entropy .gauge-text').innerText(), '0 of 3');
    assert.equal(await calm.locator('.outlook').isVisible(), false);
  });

  it('as text, whatever an agent is called', async () => {
    const named = {
      ...running,
      thresholdReason: `${REASON}<img src=x onerror="document.title=1">`,
    };
    const shown = await open(ready([named], { run: 'RUNNING' }));
    assert.equal(await card(shown, 'fix').locator('.threshold img').count(), 0);
  });
});
