import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { asked } from '../unit/webview/harness';
import {
  authorisedTask,
  escalatedTask,
  lessons,
  suspectTask,
  taughtTask,
} from '../unit/webview/loopingTasks';
import { aBlockReport } from '../support/blockSamples';
import { ready, task } from '../unit/webview/samples';
import { until, useDashboard } from './useDashboard';

describe('what the dashboard shows of attempts', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });

  it('priority and attempts, where they are out of the ordinary', async () => {
    const shown = await open(ready([suspectTask, task('once', { attempts: 1 })]));
    const facts = card(shown, suspectTask.id).locator('.scheduling');
    assert.equal(await facts.innerText(), 'priority 5 · 4 attempts');
    assert.equal(await card(shown, 'once').locator('.scheduling').isVisible(), false);
  });

  it('a loop that is suspected, with the attempts behind it, until it is none', async () => {
    const shown = await open(ready([suspectTask]));
    const loop = card(shown, suspectTask.id).getByRole('group', { name: 'Loop' });
    assert.equal(await loop.getAttribute('data-level'), 'suspect');
    assert.deepEqual((await loop.innerText()).split(/\n+/), [
      'Attempts without progress',
      'The last 4 attempts ended alike, without progress.',
      'Maybe a loop: seen in attempts 7, 9 and 11',
      'Attempts that may be a loop',
    ]);
    await shown.patch(ready([{ ...suspectTask, loop: undefined }]));
    await loop.waitFor({ state: 'hidden' });
  });

  it('a loop that is proved and a human who is asked: the reason, Resume and Skip', async () => {
    const shown = await open(ready([task('first'), escalatedTask], { run: 'PAUSED' }));
    const asks = card(shown, escalatedTask.id);
    await asks.getByText('A human has to look at it.').waitFor();
    await asks.getByText('Seen in attempts 3, 6, 10 and 12').waitFor();
    const tasks = shown.page.locator('[data-task]');
    assert.equal(await tasks.first().getAttribute('data-task'), escalatedTask.id);
    for (const [name, method] of [
      ['Resume', 'resume'],
      ['Skip', 'skip'],
    ] as const) {
      await asks.getByRole('button', { name, exact: true }).click();
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), [method, { taskId: escalatedTask.id }]);
      await shown.answer(asking, '');
    }
  });

  it('each attempt behind a loop: when, which turns, what blocked it, what changed', async () => {
    const shown = await open(ready([escalatedTask, suspectTask], { run: 'PAUSED' }));
    const proof = card(shown, escalatedTask.id).getByRole('group', { name: 'Loop' });
    const items = proof.locator('.proving-attempts > li');
    assert.equal(await items.first().isVisible(), false);
    await proof.getByText('Attempts of the loop').click();
    const told = await items.allInnerTexts();
    assert.equal(told.length, 3);
    assert.match(
      told[0] ?? '',
      /^Attempt 6 · turn 6 .*\d[^\n]*\n+blocked by price feed unavailable\n+no file changed$/,
    );
    assert.equal(await proof.getByText('… 1 older').isVisible(), true);
    const suspected = card(shown, suspectTask.id).getByRole('group', { name: 'Loop' });
    await suspected.getByText('Attempts that may be a loop').click();
    await suspected.getByText('changed handbook.md').first().waitFor();
  });

  it('why a task is blocked, what to do first, and the button that opens its report', async () => {
    const report = aBlockReport({ taskId: escalatedTask.id });
    const shown = await open(ready([{ ...escalatedTask, report }], { run: 'PAUSED' }));
    const blocked = card(shown, escalatedTask.id);
    await blocked.getByText('Blocked: it cannot go on without you').waitFor();
    await blocked.getByText('not logged in: Invalid API key').waitFor();
    assert.equal(await blocked.locator('h4:visible').first().innerText(), 'What to do');
    await blocked.getByText('Log in; then resume the task.').waitFor();
    await blocked.getByRole('button', { name: 'Open report' }).click();
    assert.deepEqual(asked(await shown.nextRequest()), [
      'openReport',
      { taskId: escalatedTask.id },
    ]);
  });

  it('the button that opens the report of a task that an earlier version blocked', async () => {
    const shown = await open(ready([escalatedTask], { run: 'PAUSED' }));
    const button = card(shown, escalatedTask.id).getByRole('button', { name: 'Open report' });
    await button.waitFor();
  });

  it('the authority that was granted, blocker by blocker', async () => {
    const shown = await open(ready([authorisedTask], { run: 'RUNNING' }));
    const authority = card(shown, authorisedTask.id).getByRole('group', { name: 'Authority' });
    assert.deepEqual(await authority.locator('li').allInnerTexts(), authorisedTask.authority);
    await authority.getByText('In this task only').waitFor();
  });

  describe('what helped before', () => {
    const helped = (shown: Locator): Locator => shown.locator('.lessons > li');
    const box = (shown: Locator): Locator => shown.getByRole('textbox', { name: /^Hint/ });

    it('stands in the report with where it comes from', async () => {
      const shown = await open(ready([taughtTask]));
      const items = helped(card(shown, taughtTask.id));
      assert.equal(await items.count(), lessons.length);
      assert.match(
        await items.first().innerText(),
        /^Money is rounded half to even.*\n+A hint, helped 3 times, last for fix-invoices by codex; the same failure/,
      );
      assert.match(await items.nth(1).innerText(), /82 % similar/);
    });

    it('is taken over as a hint, below what was typed, and not sent', async () => {
      const shown = await open(ready([taughtTask]));
      const paused = card(shown, taughtTask.id);
      await box(paused).fill('Mind the sign.');
      const use = helped(paused).first().getByRole('button', { name: 'Use as hint' });
      await use.click();
      await use.click();
      await shown.page.keyboard.press('Control+End');
      await shown.page.keyboard.type('!');
      await box(paused).press('Control+Enter');
      const hint = `Mind the sign.\n${lessons[0]?.lesson.text ?? ''}!`;
      assert.deepEqual(asked(await shown.nextRequest()), [
        'resume',
        { taskId: taughtTask.id, hint },
      ]);
      assert.equal(shown.requests.length, 2);
    });

    it('is no hint where another agent helped', async () => {
      const first = lessons[0]!;
      const change = {
        brokenBy: 'agent_change',
        text: 'Use the agent codex instead of claude, which was stuck.',
      } as const;
      const changed = { ...first, lesson: { ...first.lesson, ...change } };
      const shown = await open(
        ready([{ ...taughtTask, report: { ...taughtTask.report!, lessons: [changed] } }]),
      );
      const item = helped(card(shown, taughtTask.id)).first();
      await item.getByText('Use the agent codex instead of claude').waitFor();
      assert.equal(await item.getByRole('button').count(), 0);
    });

    it('opens the form that was closed', async () => {
      const shown = await open(ready([taughtTask]));
      const paused = card(shown, taughtTask.id);
      await box(paused).press('Escape');
      await helped(paused).nth(1).getByRole('button').click();
      // The toolkit draws what was set a moment later.
      const area = `document.querySelector('[data-task="${taughtTask.id}"] vscode-text-area')`;
      const drawn = `${area}.shadowRoot.querySelector('textarea').value`;
      await until(shown, `${drawn} === 'Compare cents as whole numbers.'`);
      assert.equal(await box(paused).isVisible(), true);
    });

    it('is no section where nothing helped', async () => {
      const shown = await open(
        ready([{ ...taughtTask, report: { ...taughtTask.report!, lessons: [] } }]),
      );
      const heading = shown.page.getByText('What helped before');
      assert.equal(await heading.isVisible(), false);
    });

    it('shows hostile texts as texts', async () => {
      const evil = '<img src=x onerror="globalThis.pwned=1">';
      const first = lessons[0]!;
      const hostile = { ...first, lesson: { ...first.lesson, text: evil, taskId: evil } };
      const report = { ...taughtTask.report!, lessons: [hostile] };
      const loop = { ...suspectTask.loop!, message: evil };
      const shown = await open(ready([{ ...taughtTask, report, loop, authority: [evil] }]));
      await shown.page.locator('.lesson-text').getByText(evil).waitFor();
      assert.equal(await shown.page.locator('main img').count(), 0);
    });
  });
});
