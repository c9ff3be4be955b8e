import assert from 'node:assert/strict';
import { addCall, NO_SPENDING } from '../../src/model/usage/spending';
import { NANO } from '../../src/model/usage/usage';
import { asked } from '../unit/webview/harness';
import { pauseCauses } from '../unit/webview/pauseCauses';
import { ready, task, turn } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

const spent = addCall(NO_SPENDING, {
  models: [{ input: 1_000_000, cacheRead: 200_000, cacheWrite: 0, output: 34_567 }],
  nanoUsd: 5.02 * NANO,
});

describe('what a task spent, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();

  it('stands on its card and beside its turns', async () => {
    const turns = [turn(1, { spent }), turn(2)];
    const shown = await open(ready([task('fix', { spent, turns, turnCount: 2 })]));
    const fix = card(shown, 'fix');
    assert.equal(await fix.locator('.spent').innerText(), 'Spent $5.02, 1,234,567 tokens');
  });

  it('pauses it at its budget: more is allowed, or it goes on with a larger one, or is skipped', async () => {
    const paused = pauseCauses.find(({ id }) => id === 'use-up-the-budget') ?? assert.fail();
    const shown = await open(ready([{ ...paused, spent }]));
    const within = card(shown, paused.id);
    const labels: string[] = [];
    for (const each of await within.locator('.actions vscode-button').all())
      if (await each.isVisible()) labels.push((await each.innerText()).trim());
    assert.deepEqual(labels, ['Allow more…', 'Resume', 'Rewind…', 'Skip']);
    assert.equal(await within.locator('.resume-form').isVisible(), false, 'a hint is no help');
    await within.getByRole('button', { name: 'Allow more…', exact: true }).click();
    const request = await shown.nextRequest();
    assert.deepEqual(asked(request), ['allowMore', { taskId: paused.id }]);
    await shown.answer(request, 'fix may use $5.00 more; it continues.');
    await within.getByRole('button', { name: 'Resume', exact: true }).click();
    assert.deepEqual(asked(await shown.nextRequest()), ['resume', { taskId: paused.id }]);
  });
});
