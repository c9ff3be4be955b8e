import assert from 'node:assert/strict';
import { asked } from '../unit/webview/harness';
import { doubtfulTask } from '../unit/webview/pauseCauses';
import { action, ready } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

describe('a doubtful pass, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();

  it('is accepted, sent back with a hint, or rewound', async () => {
    const shown = await open(ready([doubtfulTask]));
    const within = card(shown, 'fix-rounding');
    const labels: string[] = [];
    for (const each of await within.locator('.actions vscode-button').all()) {
      if (await each.isVisible()) labels.push((await each.innerText()).trim());
    }
    assert.deepEqual(labels, ['Accept', 'Send back', 'Rewind…', 'Skip']);
    const press = (name: string) => within.getByRole('button', { name, exact: true }).click();
    const back = within.locator('[data-action="answer"]');
    assert.equal(await back.getAttribute('title'), 'First write what the work still lacks.');
    await press('Accept');
    const accepting = await shown.nextRequest();
    assert.deepEqual(asked(accepting), ['accept', { taskId: 'fix-rounding', turn: 2 }]);
    await shown.answer(accepting, 'Accepted.');
    await shown.page.getByRole('textbox', { name: 'Your answer' }).fill('keep the test');
    await press('Send back');
    const params = { taskId: 'fix-rounding', hint: 'keep the test' };
    assert.deepEqual(asked(await shown.nextRequest()), ['resume', params]);
  });

  it('cannot be accepted once it was rewound', async () => {
    const shown = await open(ready([doubtfulTask]));
    const accept = card(shown, 'fix-rounding').getByRole('button', { name: 'Accept', exact: true });
    await accept.waitFor();
    const actions = { ...doubtfulTask.actions, accept: action(false) };
    const rewound = { ...doubtfulTask, interventions: ['skip', 'resume'] as const, actions };
    await shown.patch(ready([rewound]));
    await accept.waitFor({ state: 'hidden' });
  });
});
