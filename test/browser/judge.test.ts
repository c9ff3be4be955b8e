import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { TaskView } from '../../src/protocol/dashboardView';
import { HOSTILE_REASONING, JUDGE_NAME, saying } from '../support/judgedSamples';
import { askingJudge, judgedTask } from '../unit/webview/judgedTask';
import { oldReport, pausedTask } from '../unit/webview/pausedTask';
import { ready } from '../unit/webview/samples';
import { themes } from '../unit/webview/themes';
import { useDashboard } from './useDashboard';

const running = { run: 'RUNNING' } as const;

describe('what the dashboard shows of the judge', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });
  const unfold = async (within: Locator, label: string): Promise<Locator> => {
    const summary = within.locator('summary').getByText(label, { exact: true });
    await summary.click();
    return summary.locator('xpath=ancestor::details[1]');
  };
  const proofOf = async (task: TaskView): Promise<Locator> => {
    const shown = await open(ready([task], { run: 'PAUSED' }));
    return (await unfold(card(shown, task.id), 'Turn by turn')).locator('tbody tr');
  };
  const linesOf = async (row: Locator): Promise<readonly string[]> =>
    (await row.locator('.judgement').innerText()).split(/\n+/);

  it('who decided about each turn, why in the judge’s own words, and what that cost', async () => {
    const rows = await proofOf(judgedTask);
    assert.deepEqual(await linesOf(rows.nth(0)), ['decided by rules']);
    assert.deepEqual(await linesOf(rows.nth(1)), [
      `decided by the judge (${JUDGE_NAME}): no progress`,
      '“The same assertion fails as in attempts 1 and 2.”',
      '2 calls, 3.1 s, 1,204 tokens in and 80 out, $0.0006',
    ]);
    assert.match((await linesOf(rows.nth(3)))[0] ?? '', /: moving away from goal$/);
    assert.equal(
      (await linesOf(rows.nth(4))).at(-1),
      'reuses the answer of turn 2: the judge was not asked again',
    );
    assert.deepEqual(await linesOf(rows.nth(5)), [
      `decided by rules, because the judge (${JUDGE_NAME}) gave no usable answer: no answer within 60 s`,
      '1 call, 1 min',
    ]);
  });

  it('its words once: the turn’s reason says them no more', async () => {
    const rows = await proofOf(judgedTask);
    assert.equal(
      await rows.nth(1).locator('.turn-reason').innerText(),
      'verification failed: exit code 1; nothing could be measured',
    );
    assert.equal(await rows.nth(1).getByText('The same assertion fails').count(), 1);
    assert.equal(await rows.nth(2).locator('.turn-reason').isVisible(), false);
  });

  it('what a task’s judge took, and the same turns among its details', async () => {
    const shown = await open(ready([judgedTask], { run: 'PAUSED' }));
    const details = await unfold(card(shown, judgedTask.id), 'Details');
    await details.getByText('Asking the judge took 7 calls, 4,973 tokens, $0.0023.').waitFor();
    assert.equal(await details.locator('.judgement').count(), judgedTask.turns.length);
  });

  it('that it is asked right now, as long as it is', async () => {
    const shown = await open(ready([askingJudge], running));
    const doing = card(shown, askingJudge.id).locator('.status-line').getByText('asking the judge');
    await doing.waitFor();
    const { asking, ...after } = askingJudge;
    assert.equal(asking, true);
    await shown.patch(ready([after], running));
    await doing.waitFor({ state: 'detached' });
    const details = await unfold(card(shown, askingJudge.id), 'Details');
    // Nobody has decided about the turn that runs.
    assert.equal(await details.locator('.judgement:visible').count(), 2);
  });

  it('nothing where no judge was asked, as in reports of earlier versions', async () => {
    for (const report of [pausedTask.report!, oldReport()]) {
      const rows = await proofOf({ ...pausedTask, report });
      assert.equal(await rows.first().isVisible(), true);
      assert.equal(await rows.locator('.judgement:visible').count(), 0);
      assert.equal(
        await rows
          .page()
          .getByText(/judge|decided by/i)
          .count(),
        0,
      );
      await rows.page().close();
    }
  });

  it('its words as words, whatever they are', async () => {
    const judged = saying({ reasoning: HOSTILE_REASONING }, { by: '<img src=x onerror=1>' });
    const [first] = judgedTask.report!.turns;
    const report = { ...judgedTask.report!, turns: [{ ...first!, judged }] };
    const rows = await proofOf({ ...judgedTask, report });
    const words = await rows.first().locator('.judge-words').innerText();
    assert.match(
      words,
      /^“\[open\]\(command:devs\.run\) <img src=x onerror=1> `code` \|cell\| # heading/,
    );
    assert.ok(words.includes('\\u{1b}') && words.includes('\\u{202e}'));
    assert.equal(await rows.page().locator('main img, main a').count(), 0);
  });

  it('its name so that nobody is deceived, wherever it stands', async () => {
    const by = 'gpt\u202e4\u200b-o\u2066';
    const judged = saying({}, { by });
    const reason = `verification failed: no model ${by}`;
    const turns = judgedTask.report!.turns.slice(0, 2).map((each) => ({ ...each, reason, judged }));
    const report = { ...judgedTask.report!, turns, lastError: reason };
    const waiting: TaskView = { ...askingJudge, statusReason: reason, status: 'blocked' };
    const shown = await open(ready([{ ...judgedTask, title: by, report }, waiting]));
    const text = (await shown.page.locator('body').textContent()) ?? '';
    assert.ok(text.includes('no model gpt\\u{202e}4\\u{200b}-o\\u{2066}'));
    assert.doesNotMatch(text, /(?!\n)[\p{Cc}\p{Cf}]/u);
  });

  it('without overflow in a narrow sidebar, in every theme', async () => {
    for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
      const shown = await open(ready([judgedTask, askingJudge]), { theme, width: 200 });
      await unfold(card(shown, judgedTask.id), 'Turn by turn');
      const wide = await shown.page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      assert.equal(wide, 0, theme);
      await shown.page.close();
    }
  });
});
