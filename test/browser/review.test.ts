import assert from 'node:assert/strict';
import { asked } from '../unit/webview/harness';
import { reviewedTask } from '../unit/webview/pauseCauses';
import { ready } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

describe('a change that waits for a review, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();

  it('is opened, accepted, sent back with a text, or discarded', async () => {
    const shown = await open(ready([reviewedTask()]));
    const within = card(shown, 'fix-rounding');
    const press = (name: string) => within.getByRole('button', { name, exact: true }).click();
    const params = { taskId: 'fix-rounding', turn: 2 };
    await within.getByText('Waits for your review: 3 files changed, +40 −2').waitFor();
    await shown.page.getByText('0 of 1 done · 1 waits for your review').waitFor();
    for (const [name, method, wanted] of [
      ['Review changes', 'openReview', { taskId: 'fix-rounding' }],
      ['Accept', 'accept', params],
      ['Discard…', 'discard', params],
    ] as const) {
      await press(name);
      const request = await shown.nextRequest();
      assert.deepEqual(asked(request), [method, wanted]);
      await shown.answer(request, 'Done.');
    }
    await press('Send back…');
    const box = within.getByRole('textbox', { name: 'What the agent should change' });
    const back = within.locator('[data-action="sendBack"]');
    assert.equal(await back.getAttribute('title'), 'First write what the agent should change.');
    await box.fill('Use the helper.');
    await press('Send back');
    const sent = { ...params, text: 'Use the helper.' };
    assert.deepEqual(asked(await shown.nextRequest()), ['sendBack', sent]);
  });

  it('is sent back without a text where comments are open', async () => {
    const shown = await open(ready([reviewedTask({ comments: 2 })]));
    const within = card(shown, 'fix-rounding');
    await within.getByRole('button', { name: 'Send back…', exact: true }).click();
    await within.getByRole('button', { name: 'Send back', exact: true }).click();
    assert.deepEqual(asked(await shown.nextRequest()), [
      'sendBack',
      { taskId: 'fix-rounding', turn: 2 },
    ]);
  });
});
