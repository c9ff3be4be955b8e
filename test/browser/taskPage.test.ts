import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { findChromium } from '../realVscode/chromium';
import { buildTaskPage, openBrowser, type Bundle } from '../unit/webview/harness';
import { pausedTask } from '../unit/webview/pausedTask';
import { limitedTask } from '../unit/webview/limitedTask';
import { stepTask } from '../unit/webview/stepTasks';
import {
  AT_WORK,
  claudeText,
  manyCalls,
  pausedPage,
  runningPage,
  taskPage,
  transcript,
} from '../unit/webview/taskPages';
import { askedQuestion } from '../support/askedSamples';
import { claudeCall, claudeResult } from '../support/claudeStream';
import { openTaskPage, type OpenTaskPage, type TaskPageOpenOptions } from './openTaskPage';

const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>\u202edesrever';

describe('the page of a task', () => {
  let bundle: Bundle;
  let browser: Browser;
  let opened: OpenTaskPage | undefined;

  before('install a browser', async function () {
    this.timeout(600_000); // as long as the network takes
    await findChromium();
  });
  before(async () => {
    bundle = await buildTaskPage();
    browser = await openBrowser();
  });
  after(() => browser.close());
  afterEach(async () => {
    const complaints = opened?.complaints ?? [];
    await opened?.page.close();
    opened = undefined;
    assert.deepEqual(complaints, []);
  });
  const open = async (options: TaskPageOpenOptions): Promise<OpenTaskPage> => {
    opened = await openTaskPage(browser, bundle, options);
    return opened;
  };
  const until = async ({ page }: OpenTaskPage, condition: string): Promise<void> => {
    await page.evaluate(`new Promise((done) => {
      const look = () => ((${condition}) ? done() : setTimeout(look, 10));
      look();
    })`);
  };

  it('takes a hint while its agent works, and says whether the agent hears it at once', async () => {
    const { task } = runningPage;
    const steps = { turn: 2, agent: 'codex', count: 1 };
    const shown = await open({ content: { ...runningPage, task: { ...task, steps } } });
    const { page } = shown;
    const box = page.locator('.hint-form vscode-text-area textarea');
    await page.getByText('This agent cannot be interrupted during a turn').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send now' }).count(), 0);
    await box.fill('Look at the rounding.');
    await shown.show({ ...runningPage, task: { ...task, steps: { ...steps, takesHints: true } } });
    await page.getByText('interrupts the agent').waitFor();
    assert.equal(await box.inputValue(), 'Look at the rounding.');
    await page.getByRole('button', { name: 'Send now' }).click();
    await until(
      shown,
      `document.querySelector('.hint-form textarea, .hint-form vscode-text-area').value === ''`,
    );
    assert.deepEqual(
      shown.requests.filter(({ method }) => method === 'hint').map(({ params }) => params),
      [{ taskId: task.id, text: 'Look at the rounding.', now: true }],
    );
  });

  it('takes the answer to a question of its agent, and keeps what is typed through updates', async () => {
    const { task } = runningPage;
    const asking = (count: number) => ({
      ...runningPage,
      task: {
        ...task,
        steps: { turn: 2, agent: 'claude', count, questions: [askedQuestion()] },
      },
    });
    const shown = await open({ content: asking(1) });
    const { page } = shown;
    await page.getByText('Round half up, or half to even?').waitFor();
    const box = page.locator('.agent-question vscode-text-area textarea');
    await box.fill('Half to even.');
    await shown.show(asking(2));
    assert.equal(await box.inputValue(), 'Half to even.');
    await box.press('Control+Enter');
    await until(shown, `document.querySelector('.agent-question form') === null`);
    const { id, askedAt } = askedQuestion();
    assert.deepEqual(
      shown.requests
        .filter(({ method }) => method === 'answerQuestion')
        .map(({ params }) => params),
      [{ taskId: task.id, id, askedAt, text: 'Half to even.' }],
    );
  });

  it('shows title, status in words, goal, decision, report and turns', async () => {
    const link = 'https://github.com/acme/shop/issues/12';
    const { page } = await open({
      content: { ...pausedPage, task: { ...pausedTask, link } },
      transcripts: { 9: transcript(...AT_WORK) },
    });
    assert.equal(await page.locator('h1').textContent(), 'Fix rounding');
    assert.equal(await page.getByRole('link').getAttribute('href'), link);
    assert.equal(await page.locator('.status-word').textContent(), 'Paused');
    assert.equal(await page.locator('.goal').textContent(), pausedTask.goal);
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await page.getByText('What was tried').waitFor();
    const turns = (await page.locator('.rail-turn').allTextContents()).map((text) => text.trim());
    assert.equal(turns.length, pausedTask.turns.length);
    assert.equal(turns[1], 'Turn 2progress1 min 5 s');
    const text = (await page.locator('main').textContent()) ?? '';
    assert.doesNotMatch(text, /PAUSED_FOR_INTERVENTION|no_progress|\|---|file:\/\/\/|pid \d/);
  });

  it('says which folder is not open any more, and how the task comes back', async () => {
    const { page } = await open({ content: { kind: 'closed', folder: 'shop' } });
    await page.getByRole('heading', { name: 'This folder is no longer open: shop' }).waitFor();
    await page.getByText('Add Folder to Workspace').waitFor();
  });

  it('sends the same requests as the card, with the hint', async () => {
    const { page, requests } = await open({ content: pausedPage });
    await page.locator('.resume-form textarea').fill('Round half to even.');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    const sent = requests.slice(-2).map(({ method, params }) => [method, params]);
    assert.deepEqual(sent, [
      ['resume', { taskId: 'fix-rounding', hint: 'Round half to even.' }],
      ['skip', { taskId: 'fix-rounding' }],
    ]);
  });

  it('counts down to what its task waits for, and ends the wait', async () => {
    const task = limitedTask();
    const { page, requests } = await open({ content: taskPage(task, { run: 'RUNNING' }) });
    await page.getByText('3 days 4 h left').waitFor();
    await page.getByRole('button', { name: 'Stop waiting', exact: true }).click();
    const { method, params } = requests.at(-1)!;
    assert.deepEqual([method, params], ['stopWaiting', { taskId: task.id }]);
  });

  it('shows the steps of a turn in words; one opens with its diff and its result', async () => {
    const { page, requests } = await open({
      content: pausedPage,
      transcripts: { 9: transcript(...AT_WORK) },
    });
    const lines = page.locator('.step-line');
    await lines.first().waitFor();
    const texts = (await lines.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
    assert.deepEqual(
      texts.map((text) => text.slice(0, 36)),
      [
        'I look at the rounding first.',
        '2 Read src/rounding.js export functi',
        '3 Edit src/rounding.js +2 −1 The fil',
        '4 Bash npm test ✗ failed2 failing ro',
      ],
    );
    assert.equal(await page.locator('.diff').count(), 0);
    await lines.nth(2).click();
    await page.locator('.diff-line').first().waitFor();
    const changed = await page.locator('.diff-line').allTextContents();
    assert.deepEqual(
      changed.map((line) => line.slice(0, 8)),
      ['-  retur', '+  const', '+  retur'],
    );
    await lines.nth(3).click();
    await page.getByRole('button', { name: 'test/rounding.test.js:14:12' }).last().click();
    const { method, params } = requests.at(-1) ?? {};
    assert.deepEqual([method, params], ['openFile', { file: 'test/rounding.test.js', line: 14 }]);
  });

  it('opens other turns from its rail, with the keyboard too', async () => {
    const { page, requests } = await open({
      content: pausedPage,
      transcripts: { 8: transcript(...manyCalls(3)), 9: transcript(...AT_WORK) },
    });
    await page.locator('.step-line').first().waitFor();
    await page.locator('.rail-turn[aria-current]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Turn 8: interrupted' }).waitFor();
    await until({ page } as OpenTaskPage, `document.querySelectorAll('.step-line').length === 3`);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByText('The output of the agent in this turn is no longer stored.').waitFor();
    assert.deepEqual(
      requests.filter(({ method }) => method === 'openTurn').map(({ params }) => params),
      [{ turn: 9 }, { turn: 8 }, { turn: 1 }],
    );
  });

  it('finds words anywhere in the steps, marks them, and counts the steps', async () => {
    const { page } = await open({
      content: pausedPage,
      transcripts: { 9: transcript(...manyCalls(300)) },
    });
    await page.locator('.step-line').first().waitFor();
    await page.getByRole('searchbox').fill('Part-120');
    await page.getByText('1 of 300 steps').waitFor();
    assert.deepEqual(await page.locator('.step mark').allTextContents(), ['part-120']);
    await page.getByRole('searchbox').fill('nowhere');
    await page.getByText('0 of 300 steps').waitFor();
    await page.getByRole('searchbox').press('Escape');
    await page.getByText('300 steps', { exact: true }).waitFor();
  });

  it('follows a running turn without dropping a step, and its end', async () => {
    const first = manyCalls(120);
    const shown = await open({ content: runningPage, transcripts: { 2: transcript(...first) } });
    const { page, print, show } = shown;
    await page.getByText('120 steps', { exact: true }).waitFor();
    const more = [...first, claudeText('One more look.'), ...manyCalls(400, 120)];
    for (const end of [242, 300, 611, more.length])
      await print(2, transcript(...more.slice(0, end)));
    await page.getByText('521 steps', { exact: true }).waitFor();
    await page.locator('.step-line').first().focus();
    await page.keyboard.press('End');
    await until(shown, `document.activeElement.textContent.includes('part-519')`);
    assert.equal(await page.locator(':focus').getAttribute('data-index'), '520');
    const ended = taskPage({
      ...stepTask(),
      status: 'done',
      steps: undefined,
      turns: runningPage.task.turns.map((turn) => ({
        ...turn,
        outcome: 'success',
        durationMs: 1_000,
      })),
    });
    await show(ended);
    await page.getByRole('heading', { name: 'Turn 2: done' }).waitFor();
    assert.equal(await page.locator('.status-word').textContent(), 'Done');
  });

  it('draws only the steps near the window, of any number', async () => {
    const { page } = await open({
      content: pausedPage,
      transcripts: { 9: transcript(...manyCalls(5_000)) },
    });
    await page.getByText('5,000 steps', { exact: true }).waitFor();
    assert.ok((await page.locator('.step').count()) < 300);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await page.locator('.step-line[data-index="4999"]').waitFor();
    assert.equal(await page.locator('.step').last().getAttribute('aria-setsize'), '5000');
  });

  it('shows what agents wrote as text, whatever it is, and all of what is long', async () => {
    const huge = 'x'.repeat(300_000);
    const { page, opened: others } = await open({
      content: taskPage({ ...pausedTask, title: HOSTILE, goal: HOSTILE }),
      transcripts: {
        9: transcript(
          claudeText(HOSTILE),
          '{"type":"assistant","mess',
          claudeCall('1', HOSTILE, { command: HOSTILE }),
          claudeResult('1', `${HOSTILE}${huge}`),
        ),
      },
    });
    await page.locator('.step-line').nth(1).click();
    await page.getByText('more characters').waitFor();
    assert.equal(await page.locator('main img, main script').count(), 0);
    assert.match((await page.locator('h1').textContent()) ?? '', /<img src=x.*\\u\{202e\}/);
    await page.getByText('Line 5 of the transcript:').waitFor();
    await page.locator('[data-action="openStepText"]').click();
    await until({ page } as OpenTaskPage, 'true');
    assert.match(others[0] ?? '', /"turn":9,"index":1,"part":"result"/);
  });

  it('shows what was printed where it shows no steps', async () => {
    const { page } = await open({
      content: pausedPage,
      transcripts: { 9: '[devs] command: x\n\nI fixed src/cart.js:3\n' },
    });
    await page.getByText('What the agent printed').waitFor();
    await page.getByRole('button', { name: 'src/cart.js:3' }).waitFor();
  });

  it('says that a task is gone, and needs trust where there is none', async () => {
    const { page, show } = await open({ content: pausedPage });
    await show({ kind: 'removed' });
    await page.getByText('This task was removed').waitFor();
    await show({ kind: 'untrusted' });
    await page.locator('[data-action="manageTrust"]').waitFor();
    await show(pausedPage, 'report');
    await page.getByText('What was tried').waitFor();
  });

  for (const width of [170, 300, 600]) {
    it(`does not overflow ${width} pixels`, async () => {
      const long = 'src/' + 'deeply/nested/'.repeat(20) + 'file.js';
      const { page } = await open({
        content: taskPage({ ...pausedTask, title: long }),
        width,
        transcripts: {
          9: transcript(
            claudeText(long),
            claudeCall('1', 'Read', { file_path: long }),
            claudeResult('1', long),
          ),
        },
      });
      await page.locator('.step-line').nth(1).click();
      await page.locator('.step-open pre').first().waitFor();
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(beyond) <= 0, `${String(beyond)} pixels too wide`);
    });
  }
});
