import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { AskedPermission } from '../../src/model/permissions/askedPermission';
import { findProblems } from '../surfaces/findProblems';
import { askedOnce, askedToEdit, askedToRun } from '../support/askedSamples';
import { askingTask } from '../unit/webview/askingTasks';
import type { OpenDashboard } from '../unit/webview/harness';
import { ready, task, type ReadyView } from '../unit/webview/samples';
import { runningSteps, stepTask } from '../unit/webview/stepTasks';
import { themes } from '../unit/webview/themes';
import { useDashboard } from './useDashboard';

const TASK = 'fix-rounding';
const asking = (...asks: readonly AskedPermission[]): ReadyView =>
  ready([task('add-login'), askingTask(...asks)], { run: 'RUNNING' });

describe('permission requests in the dashboard, in a browser', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();
  const requests = (shown: OpenDashboard): Locator =>
    card(shown, TASK).locator('.permission-request');
  const button = (within: Locator, action: string): Locator =>
    within.locator(`[data-action="${action}"]`);
  const entries = async (list: Locator): Promise<readonly string[]> =>
    (await list.locator('li').allTextContents()).map((text) => text.trim());

  it('stand out: their task needs you, and says who asks for what, until when', async () => {
    const shown = await open(asking(askedToRun()));
    const group = shown.page.locator('.group[data-group="needsYou"]');
    await group.locator(`[data-task="${TASK}"]`).waitFor();
    assert.match(await shown.page.locator('.summary').innerText(), /1 needs you$/);
    assert.equal(await card(shown, TASK).locator('.status-word').innerText(), 'Asks you');
    const request = requests(shown);
    assert.equal(await request.locator('h4').innerText(), 'claude asks to run');
    assert.equal(await request.getByLabel('Command').innerText(), 'npm install');
    const until = await request.locator('.asked-until').innerText();
    assert.match(until, /^Waits until \d\d:\d\d, 29 min left, then the request is refused$/);
    assert.equal(
      await request.locator('.permission-rule').innerText(),
      '“Always” allows execute(npm install)',
    );
    const labels = await request.locator('vscode-button').allInnerTexts();
    assert.deepEqual(labels, ['Allow', 'Deny', 'Always for this task', 'Always in this workspace']);
  });

  it('show the whole command, its lines kept, and the diff of each file', async () => {
    const command = Array.from({ length: 60 }, (_, index) => `echo ${index}`).join('\n');
    const edit = askedToEdit();
    const shown = await open(asking(askedToRun({ command }), edit));
    const [first, second] = [requests(shown).nth(0), requests(shown).nth(1)];
    assert.match(await first.getByLabel('Command').innerText(), /^echo 0\necho 1\n/);
    await first.getByRole('button', { name: 'Show all (60 lines)' }).click();
    assert.equal(await first.getByLabel('Command').innerText(), command);
    assert.equal(await second.locator('h4').innerText(), 'claude asks to edit src/round.js');
    const diff = second.getByRole('region', { name: 'Changes of src/round.js' });
    assert.equal(
      await diff.locator('[data-sign="removed"]').innerText(),
      '-  return Math.round(value);',
    );
    assert.equal(await diff.locator('[data-sign="added"]').count(), 2);
    const rule = second.locator('.permission-rule');
    assert.equal(await rule.innerText(), '“Always” allows edit of any file in the workspace');
    assert.equal(await second.locator('.permission-files').count(), 0);
  });

  it('say how much is not shown, and offer no "always" without a rule', async () => {
    const cut = askedOnce({ left: 12_345 });
    const shown = await open(asking(cut));
    await requests(shown)
      .getByText('Part of this request is not shown: 12,345 characters or files left out')
      .waitFor();
    const labels = await requests(shown).locator('vscode-button').allInnerTexts();
    assert.deepEqual(labels, ['Allow', 'Deny']);
    assert.equal(await requests(shown).locator('.permission-rule').count(), 0);
  });

  it('are answered one by one, each once', async () => {
    const [one, two] = [askedToRun(), askedToEdit()];
    const shown = await open(asking(one, two));
    await button(requests(shown).nth(1), 'allowForTask').click();
    const request = await shown.nextRequest();
    assert.deepEqual(
      [request.method, request.params],
      ['permit', { taskId: TASK, id: '2', askedAt: two.askedAt, allow: true, always: 'task' }],
    );
    const own = requests(shown).nth(1).locator('vscode-button');
    for (const each of await own.all())
      assert.equal(await each.getAttribute('aria-disabled'), 'true');
    const other = button(requests(shown).nth(0), 'deny');
    assert.equal(await other.getAttribute('aria-disabled'), null);
    await shown.answer(request, 'claude may edit `src/round.js`.');
    await requests(shown).nth(1).getByText('Answered').waitFor();
    assert.equal(await own.count(), 0);
    await shown.patch(asking(one));
    await requests(shown).nth(1).waitFor({ state: 'detached' });
    await other.click();
    const { params } = await shown.nextRequest();
    assert.deepEqual(params, { taskId: TASK, id: '1', askedAt: one.askedAt, allow: false });
  });

  it('show the refusal of an answer that came too late', async () => {
    const shown = await open(asking(askedToRun()));
    await button(requests(shown), 'allow').click();
    const request = await shown.nextRequest();
    await shown.patch(ready([task('add-login'), askingTask()], { run: 'RUNNING' }));
    await shown.refuse(request, 'The permission request is no longer open.');
    const alert = card(shown, TASK).getByRole('alert');
    await alert.getByText('The permission request is no longer open.').waitFor();
    assert.equal(await requests(shown).count(), 0);
  });

  it('never hand the focus to the buttons of the next one, nor take a double click for two answers', async () => {
    const [one, two] = [askedToRun(), askedToEdit()];
    const shown = await open(asking(one, two));
    await button(requests(shown).nth(0), 'allow').focus();
    await shown.page.keyboard.press('Enter');
    const focused = (): Promise<string> =>
      shown.page.evaluate<string>('document.activeElement.className');
    await shown.answer(await shown.nextRequest(), 'claude may run it.');
    await requests(shown).nth(0).getByText('Answered').waitFor();
    assert.equal(await focused(), 'asked-group permission-requests');
    await shown.patch(asking(two));
    await requests(shown).nth(1).waitFor({ state: 'detached' });
    assert.equal(await focused(), 'asked-group permission-requests');
    await button(requests(shown), 'allow').dispatchEvent('click', { detail: 2 });
    assert.equal(shown.requests.filter(({ method }) => method === 'permit').length, 1);
  });

  it('are told once to whoever only hears it', async () => {
    const shown = await open(ready([askingTask()], { run: 'RUNNING' }));
    await shown.patch(ready([askingTask(askedToRun())], { run: 'RUNNING' }));
    const status = shown.page.getByRole('status');
    await status.getByText('Fix rounding: claude asks to run npm install').waitFor();
    await shown.patch(ready([askingTask(askedToRun(), askedToEdit())], { run: 'RUNNING' }));
    await status.getByText('Fix rounding: claude asks to edit src/round.js').waitFor();
  });

  it('have the focus where the user comes to answer, but none of its buttons', async () => {
    const shown = await open(asking(askedToRun()));
    await shown.post({ type: 'answer', taskId: TASK });
    await shown.page.locator('.permission-requests:focus').waitFor();
  });

  it('are text, whatever agents write', async () => {
    const markup =
      '<img src="x" onerror="document.title=1"><b>bold</b> [a](command:devs.run)\u202e';
    const hostile = askedToEdit({
      ...{ agent: markup, action: `edit \`${markup}\``, paths: [markup], rule: markup },
      changes: [{ path: markup, before: markup, after: `${markup}\n${markup}` }],
    });
    const shown = await open(asking(askedToRun({ command: markup }), hostile));
    assert.equal(await requests(shown).locator('img, b, a').count(), 0);
    const text = await card(shown, TASK).innerText();
    assert.ok(text.includes('<b>bold</b> [a](command:devs.run)\\u{202e}'), text);
    assert.equal(await shown.page.title(), 'Devs');
  });

  it('are bounded where there are many', async () => {
    const asks = Array.from({ length: 20 }, (_, index) => askedToRun({ id: String(index + 1) }));
    const shown = await open(asking(...asks));
    assert.equal(await requests(shown).count(), 3);
    await card(shown, TASK).getByRole('button', { name: 'Show all (20 requests)' }).click();
    assert.equal(await requests(shown).count(), 20);
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[])
    it(`are within their place and readable: ${theme}`, async () => {
      const odd = askedOnce({ id: '3', left: 40, command: 'x'.repeat(400) });
      for (const width of [170, 320]) {
        const shown = await open(asking(askedToRun(), askedToEdit(), odd), { theme, width });
        assert.deepEqual(await findProblems(shown.page), []);
        await shown.page.close();
      }
    });

  it('stand beside the plan, which shows what is done and what comes', async () => {
    const shown = await open(asking(askedToRun()));
    const plan = card(shown, TASK).getByRole('group', { name: 'Plan of the agent' });
    assert.equal(await plan.locator('.plan-head').innerText(), 'Plan 2 of 5');
    assert.deepEqual(await entries(plan), [
      'Read the failing test, done',
      'Find where the price is rounded, done',
      'Round half to even in src/round.js, in progress',
      'Add a test for negative prices, open',
      'Run all tests, open',
    ]);
  });

  it('stand beside what the agent has used, as it states it', async () => {
    const usage = { used: 53_000, size: 200_000, cost: { amount: 0.417, currency: 'USD' } };
    const shown = await open(ready([stepTask(runningSteps({ usage }))], { run: 'RUNNING' }));
    assert.match(
      await card(shown, TASK).locator('.step-facts').innerText(),
      /steps done *context 53,000 of 200,000 tokens, \$0\.417 so far$/,
    );
  });

  it('leave a long plan short until the user wants all of it', async () => {
    const plan = Array.from({ length: 20 }, (_, index) => ({
      ...{ text: `Step ${index + 1}`, status: index < 15 ? 'completed' : 'strange' },
    }));
    const shown = await open(ready([stepTask(runningSteps({ plan }))], { run: 'RUNNING' }));
    const list = card(shown, TASK).getByRole('group', { name: 'Plan of the agent' });
    assert.equal((await entries(list))[0], 'Step 16, open');
    assert.equal(await list.locator('li').count(), 5);
    await list.getByRole('button', { name: 'Show all (20 items)' }).click();
    assert.equal(await list.locator('li').count(), 20);
  });
});
