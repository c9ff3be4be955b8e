import assert from 'node:assert/strict';
import { fixtures } from '../unit/webview/fixtures';
import { report, pausedTask } from '../unit/webview/pausedTask';
import { ready } from '../unit/webview/samples';
import { asked } from '../unit/webview/harness';
import { useDashboard } from './useDashboard';

describe('the decision about a task that needs you', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();

  for (const [width, height] of [
    [1280, 800],
    [300, 700],
  ] as const) {
    it(`stands above the fold at ${width} × ${height}: hint box, Resume, Rewind and Skip`, async () => {
      const shown = await open(fixtures.paused, { width, height });
      const paused = card(shown, 'fix-rounding');
      const parts = [
        paused.getByRole('textbox', { name: /^Hint/ }),
        ...['resume', 'rewind', 'skip'].map((action) =>
          paused.locator(`[data-action="${action}"]`).first(),
        ),
      ];
      for (const part of parts) {
        const box = await part.boundingBox();
        const end = (box?.y ?? height) + (box?.height ?? 0);
        assert.ok(end <= height, `${String(part)} ends at ${end} px`);
      }
    });
  }

  it('begins with one sentence that says why; all else is one press away', async () => {
    const shown = await open(fixtures.paused);
    const paused = card(shown, 'fix-rounding');
    assert.equal(
      await paused.locator('.decision').innerText(),
      'Same 2 tests failed 5 times: 2.67 ≠ 2.68, rounding.js:14',
    );
    const turns = paused.getByRole('region', { name: 'Pause report' });
    assert.equal(await turns.isVisible(), false);
    await paused.locator('summary').getByText('Why', { exact: true }).click();
    assert.ok(await turns.isVisible());
    assert.ok(await paused.locator('.turn').first().isVisible());
  });

  it('goes on as before with the task’s own agent, or with the one that stands in for it now', async () => {
    const standsInFor = { agent: 'claude', until: '2030-01-01T00:00:00.000Z' };
    const { page } = await open(ready([{ ...pausedTask, agent: 'codex', standsInFor }]));
    const agent = page.getByRole('combobox', { name: 'Agent' });
    const shown = (): Promise<unknown> =>
      agent.evaluate((list) => (list as unknown as { readonly displayValue: string }).displayValue);
    assert.equal(await shown(), 'claude (as before)');
    await agent.press('ArrowDown');
    assert.equal(await shown(), 'codex');
  });

  it('says what to do where something outside the task is missing', async () => {
    const blocked = {
      ...pausedTask,
      status: 'blocked' as const,
      report: {
        ...report,
        reason: 'BLOCKED' as const,
        terminalStatus: 'blocked' as const,
        stopReason: 'Not logged in: Invalid API key',
        advice: ['Log in; then resume the task.'],
      },
    };
    const shown = await open(ready([blocked]));
    const decision = card(shown, 'fix-rounding').locator('.decision');
    assert.equal(await decision.innerText(), 'Not logged in: Invalid API key');
    await card(shown, 'fix-rounding').getByText('Log in; then resume the task.').waitFor();
  });

  it('offers for a missing program what helps, and no hint box', async () => {
    const missing = { of: 'agent', program: 'claude' } as const;
    const blocked = {
      ...pausedTask,
      status: 'blocked' as const,
      report: {
        ...report,
        reason: 'BLOCKED' as const,
        terminalStatus: 'blocked' as const,
        stopReason: 'program "claude" was not found on PATH',
        missing,
        advice: ['Install it; then resume the task.'],
      },
    };
    const shown = await open(ready([blocked]));
    const within = card(shown, 'fix-rounding');
    assert.equal(await within.getByRole('textbox').count(), 0);
    for (const [label, request] of [
      ['Choose agent…', ['chooseAgent', { taskId: 'fix-rounding' }]],
      ['Open devs.yaml', ['openConfig', {}]],
      ['Check again', ['checkAgain', { taskId: 'fix-rounding' }]],
    ] as const) {
      await within.getByRole('button', { name: label, exact: true }).click();
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), request);
      await shown.answer(asking, '');
    }
    assert.equal(await within.locator('.needs-you .actions > *').count(), 3);
    const verify = { ...blocked.report, missing: { ...missing, of: 'verify' as const } };
    await shown.patch(ready([{ ...blocked, report: verify }]));
    await within.locator('[data-action="chooseAgent"]').waitFor({ state: 'detached' });
  });
});
