import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { AgentQuestion } from '../../src/model/tools/agentQuestion';
import { findProblems } from '../surfaces/findProblems';
import { askedQuestion, askedToRun } from '../support/askedSamples';
import { askingTask, questionTask } from '../unit/webview/askingTasks';
import type { OpenDashboard } from '../unit/webview/harness';
import { pausedTask } from '../unit/webview/pausedTask';
import { ready, task, type ReadyView } from '../unit/webview/samples';
import { themes } from '../unit/webview/themes';
import { until, useDashboard } from './useDashboard';

const TASK = 'fix-rounding';
const asking = (...questions: readonly AgentQuestion[]): ReadyView =>
  ready([task('add-login'), questionTask(...questions)], { run: 'RUNNING' });
const second = askedQuestion({ id: '2', question: 'Which file?' });

describe('questions of running agents in the dashboard, in a browser', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard();
  const questions = (shown: OpenDashboard): Locator => card(shown, TASK).locator('.agent-question');
  const box = (within: Locator): Locator => within.getByRole('textbox', { name: 'Your answer' });
  const answerButton = (within: Locator): Locator => within.locator('[data-action="answer"]');
  /** Waits until the box of a question has this text. */
  const says = (shown: OpenDashboard, number: number, text: string): Promise<void> =>
    until(
      shown,
      `document.querySelectorAll('.agent-question vscode-text-area')[${number}]?.value === ${JSON.stringify(text)}`,
    );
  const kept = (shown: OpenDashboard): Locator => card(shown, TASK).locator('.kept-answer');

  it('stand out: their task needs you, and says who asks what, until when', async () => {
    const shown = await open(asking(askedQuestion()));
    const group = shown.page.locator('.group[data-group="needsYou"]');
    await group.locator(`[data-task="${TASK}"]`).waitFor();
    assert.match(await shown.page.locator('.summary').innerText(), /1 needs you$/);
    assert.equal(await card(shown, TASK).locator('.status-word').innerText(), 'Asks you');
    const question = questions(shown);
    assert.equal(await question.locator('h4').innerText(), 'claude asks you');
    assert.equal(
      await question.locator('.question-text').innerText(),
      'Round half up, or half to even?',
    );
    assert.match(
      await question.locator('.asked-until').innerText(),
      /^Waits until \d\d:\d\d, 29 min left, then the agent goes on without an answer$/,
    );
  });

  it('are answered one by one, with the button or Ctrl+Enter, each once', async () => {
    const one = askedQuestion();
    const shown = await open(asking(one, second));
    const [first, other] = [questions(shown).nth(0), questions(shown).nth(1)];
    await box(first).fill('  Half to even.\nAs IEEE 754 has it. ');
    await box(other).fill('src/round.js');
    await box(first).press('Control+Enter');
    const request = await shown.nextRequest();
    const text = 'Half to even.\nAs IEEE 754 has it.';
    assert.deepEqual(
      [request.method, request.params],
      ['answerQuestion', { taskId: TASK, id: '1', askedAt: one.askedAt, text }],
    );
    await box(first).press('Control+Enter');
    await shown.answer(request, 'claude has your answer.');
    await first.getByText('Answered').waitFor();
    await shown.page.getByRole('status').getByText('claude has your answer.').waitFor();
    await shown.patch(asking(second));
    await questions(shown).nth(1).waitFor({ state: 'detached' });
    await shown.page.reload();
    await says(shown, 0, 'src/round.js');
    assert.equal(await kept(shown).count(), 0);
    await answerButton(questions(shown)).click();
    const { params } = await shown.nextRequest();
    assert.deepEqual(params, {
      ...{ taskId: TASK, id: '2', askedAt: second.askedAt, text: 'src/round.js' },
    });
    assert.equal(shown.requests.filter(({ method }) => method === 'answerQuestion').length, 2);
  });

  it('take no empty answer, and none that is too long, of which nothing is lost', async () => {
    const shown = await open(asking(askedQuestion()));
    const send = answerButton(questions(shown));
    assert.equal(await send.getAttribute('title'), 'Write an answer first.');
    await send.click();
    await shown.page.getByRole('status').getByText('Write an answer first.').waitFor();
    const long = 'x'.repeat(8_050);
    await box(questions(shown)).fill(long);
    await questions(shown)
      .getByText('This answer is 50 characters too long: at most 8,000 are allowed.')
      .waitFor();
    await box(questions(shown)).press('Control+Enter');
    await says(shown, 0, long);
    assert.deepEqual(
      shown.requests.filter(({ method }) => method === 'answerQuestion'),
      [],
    );
  });

  it('keep text, caret and focus through updates, and the text through a reload', async () => {
    const shown = await open(asking(askedQuestion()));
    await box(questions(shown)).pressSequentially('half even');
    for (let step = 0; step < 4; step++) await shown.page.keyboard.press('ArrowLeft');
    await shown.patch(asking(askedQuestion(), second));
    await questions(shown).nth(1).waitFor();
    await shown.page.keyboard.type('to ');
    await says(shown, 0, 'half to even');
    await shown.page.reload();
    await questions(shown).nth(1).waitFor();
    await says(shown, 0, 'half to even');
    await says(shown, 1, '');
  });

  it('keep what was written for one that has ended, which can become a hint', async () => {
    const shown = await open(asking(askedQuestion()));
    await box(questions(shown)).fill('Half to even.');
    await box(questions(shown)).press('Control+Enter');
    const request = await shown.nextRequest();
    await shown.patch(asking());
    await questions(shown).waitFor({ state: 'detached' });
    assert.equal(await kept(shown).count(), 0);
    await shown.refuse(request, 'The question is no longer open.');
    const alert = card(shown, TASK).getByRole('alert');
    await alert.getByText('The question is no longer open.').waitFor();
    assert.equal(
      await kept(shown).locator('h4').innerText(),
      'Your answer to claude was not sent: the question is no longer open',
    );
    assert.deepEqual(await kept(shown).locator('.question-text').allInnerTexts(), [
      'Round half up, or half to even?',
      'Half to even.',
    ]);
    await shown.page.reload();
    await kept(shown).locator('[data-action="keepAsHint"]').click();
    const hint = await shown.nextRequest();
    assert.deepEqual(
      [hint.method, hint.params],
      ['hint', { taskId: TASK, text: 'Half to even.', now: false }],
    );
    await shown.answer(hint, 'The agent gets your hint with its next prompt.');
    await kept(shown).waitFor({ state: 'detached' });
  });

  it('leave it to the hint box of a task that is paused meanwhile, or discard it', async () => {
    const shown = await open(asking(askedQuestion(), second));
    await box(questions(shown).nth(0)).fill('Half to even.');
    await box(questions(shown).nth(1)).fill('None.');
    await shown.show(ready([task('add-login'), pausedTask]));
    await kept(shown).nth(1).waitFor();
    await kept(shown).nth(1).locator('[data-action="discardAnswer"]').click();
    await kept(shown).nth(1).waitFor({ state: 'detached' });
    await kept(shown).locator('[data-action="keepAsHint"]').click();
    await kept(shown).waitFor({ state: 'detached' });
    await until(
      shown,
      `document.querySelector('.resume-form vscode-text-area').value === 'Half to even.'`,
    );
  });

  it('just go when they are answered elsewhere or have ended', async () => {
    const shown = await open(asking(askedQuestion(), second));
    await shown.patch(asking(second));
    await questions(shown).nth(1).waitFor({ state: 'detached' });
    await shown.patch(asking());
    await questions(shown).waitFor({ state: 'detached' });
    assert.equal(await kept(shown).count(), 0);
    assert.equal(await card(shown, TASK).locator('.status-word').innerText(), 'Running');
  });

  it('have the cursor in their box where the user comes to answer, after permission requests', async () => {
    const shown = await open(asking(askedQuestion()));
    await shown.post({ type: 'answer', taskId: TASK });
    await shown.page.locator('.agent-questions vscode-text-area:focus').waitFor();
    await shown.page.keyboard.type('even');
    await says(shown, 0, 'even');
    await shown.patch(asking(askedQuestion(), second));
    await shown.post({ type: 'answer', taskId: TASK, question: '2' });
    await shown.page.locator('[data-question="2"] vscode-text-area:focus').waitFor();
    const { steps } = askingTask(askedToRun());
    const both = { ...questionTask(), steps: { ...steps, questions: [askedQuestion()] } };
    await shown.patch(ready([both], { run: 'RUNNING' }));
    await shown.post({ type: 'answer', taskId: TASK });
    await shown.page.locator('.permission-requests:focus').waitFor();
  });

  it('never hand the focus to the box of the next one', async () => {
    const shown = await open(asking(askedQuestion(), second));
    await box(questions(shown).nth(0)).fill('even');
    await box(questions(shown).nth(1)).fill('half typed');
    await box(questions(shown).nth(0)).press('Control+Enter');
    await shown.answer(await shown.nextRequest(), 'claude has your answer.');
    await shown.patch(asking(second));
    await questions(shown).nth(1).waitFor({ state: 'detached' });
    assert.match(
      await shown.page.evaluate<string>('document.activeElement.className'),
      /^asked-group/,
    );
    await answerButton(questions(shown)).dispatchEvent('click', { detail: 2 });
    assert.equal(shown.requests.filter(({ method }) => method === 'answerQuestion').length, 1);
  });

  it('are told once to whoever only hears it, and stand in the line of a long list', async () => {
    const shown = await open(ready([questionTask()], { run: 'RUNNING' }));
    await shown.patch(ready([questionTask(askedQuestion())], { run: 'RUNNING' }));
    const words = 'Fix rounding: claude asks you: Round half up, or half to even?';
    await shown.page.getByRole('status').getByText(words).waitFor();
    const others = Array.from({ length: 30 }, (_, index) => task(`other-${index}`));
    const long = await open(ready([...others, questionTask(askedQuestion())], { run: 'RUNNING' }));
    await card(long, TASK).locator('.row-line').click();
    const line = card(long, TASK).locator('.row-facts');
    assert.match(await line.innerText(), /^Asks you: Round half up, or half to even\?/);
  });

  it('are text, whatever agents write', async () => {
    const markup =
      '<img src="x" onerror="document.title=1"><b>bold</b> **x** `y` [a](command:devs.run)';
    const hostile = askedQuestion({ agent: markup, question: `${markup}\u202e\n${markup}` });
    const shown = await open(asking(hostile));
    await box(questions(shown)).fill(markup);
    assert.equal(await questions(shown).locator('img, b, a, code').count(), 0);
    await shown.patch(asking());
    await kept(shown).waitFor();
    assert.equal(await kept(shown).locator('img, b, a, code').count(), 0);
    const text = await kept(shown).innerText();
    assert.ok(text.includes('<b>bold</b> **x** `y` [a](command:devs.run)\\u{202e}'), text);
    assert.equal(await shown.page.title(), 'Devs');
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[])
    it(`are within their place and readable: ${theme}`, async () => {
      const word = askedQuestion({ id: '2', agent: 'y'.repeat(200), question: 'x'.repeat(1_900) });
      const lines = askedQuestion({ id: '3', question: 'Which of these?\n'.repeat(120) });
      for (const width of [170, 320]) {
        const shown = await open(asking(askedQuestion(), word, lines), { theme, width });
        await box(questions(shown).nth(0)).fill('x'.repeat(8_100));
        await box(questions(shown).nth(1)).fill('z'.repeat(1_900));
        await questions(shown)
          .nth(1)
          .getByRole('button', { name: /^Show all/ })
          .click();
        assert.deepEqual(await findProblems(shown.page), []);
        await shown.patch(asking(askedQuestion()));
        await kept(shown).waitFor();
        assert.deepEqual(await findProblems(shown.page), []);
        await shown.page.close();
      }
    });
});
