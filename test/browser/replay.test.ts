import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { RecordingItem } from '../../src/model/steps/replayedRun';
import { items, recordedRun, step } from '../unit/webview/replaySamples';
import { themes } from '../unit/webview/themes';
import { useReplay } from './useReplay';

const FILE = '/recordings/runs.jsonl';
const MARKUP = '<img src="x" onerror="document.title=1"><b>bold</b> [a](command:devs.run)\u202e';

const looping = recordedRun('stuck-run', 30, [11, 14, 17, 20]);
const files = {
  [FILE]: [
    ...items(recordedRun('clean-run', 5), recordedRun('doubtful-run', 8, [2, 6]), looping),
    { kind: 'problem', problem: { file: FILE, line: 17, message: 'It is no JSON.' } },
  ],
} satisfies Record<string, readonly RecordingItem[]>;

describe('the replay page, in a browser', function () {
  this.timeout(60_000);
  const { open } = useReplay();
  const cell = (page: Page, index: number): Locator => page.locator(`.timeline #cell-${index}`);
  const runs = (page: Page): Locator =>
    page.getByRole('navigation', { name: 'Runs' }).getByRole('button');
  const caption = (page: Page): Locator => page.locator('.step-caption');

  it('lists the runs, those with findings first, and says which steps would not have run with Devs', async () => {
    const { page } = await open(files);
    assert.deepEqual(
      (await runs(page).allInnerTexts()).map((text) => text.split('\n')),
      [
        ['stuck-run', '30 steps, 12 saved', 'stuck at step 17: the same call with the same result'],
        ['doubtful-run', '8 steps', 'suspected at step 6: the same call with the same result'],
        ['clean-run', '5 steps', 'nothing found'],
      ],
    );
    const figures = await page.locator('.replay-figures > div').allInnerTexts();
    assert.deepEqual(
      figures.map((text) => text.split('\n').toSorted()),
      [
        ['3', 'Runs'],
        ['1', 'Stuck'],
        ['1', 'Suspected'],
        ['12 of 43', 'Steps saved'],
      ],
    );
  });

  it('names a run by what it was asked, in the list and above its steps, else by its id', async () => {
    const told = { ...looping, asked: `Fix the ${MARKUP} rounding.` };
    const { page } = await open({ [FILE]: items(told, recordedRun('clean-run', 5)) });
    const words = `Fix the ${MARKUP.replace('\u202e', '\\u{202e}')} rounding.`;
    assert.deepEqual((await runs(page).first().innerText()).split('\n').slice(0, 3), [
      words,
      'stuck-run',
      '30 steps, 12 saved',
    ]);
    assert.equal(await page.locator('.run-head h2').innerText(), words);
    assert.match(await page.locator('.run-head .muted').innerText(), /^stuck-run · /);
    await runs(page).nth(1).click();
    await page.getByRole('heading', { name: 'clean-run' }).waitFor();
    assert.match(await page.locator('.run-head .muted').innerText(), /^(?!clean-run)/);
  });

  it('says of a run that is stuck at its last step that nothing came after', async () => {
    const { page } = await open({ [FILE]: items(recordedRun('last', 4, [1, 2, 3])) });
    assert.match(await runs(page).first().innerText(), /4 steps, stuck at the end of its turn/);
    const figure = page.locator('.replay-figures > div').last();
    assert.match(await figure.innerText(), /none came after/);
    await page.getByRole('status').getByText('no step came after the loop was found').waitFor();
  });

  it('shows what is wrong in a file beside the rest of it', async () => {
    const { page } = await open(files);
    assert.equal(await page.locator('.problems').innerText(), 'runs.jsonl line 17: It is no JSON.');
    assert.equal(await runs(page).count(), 3);
  });

  it('says so when there is no run at all', async () => {
    const message = 'It contains no recorded run.';
    const { page } = await open({
      [FILE]: [{ kind: 'problem', problem: { file: FILE, message } }],
    });
    await page.getByText('These files contain no recorded run.').waitFor();
    await page.getByText(`runs.jsonl: ${message}`).waitFor();
  });

  it('draws one cell a step: the same call by letter and colour, what was found, what proves it', async () => {
    const { page } = await open(files);
    await cell(page, 29).waitFor();
    assert.equal(await page.locator('.timeline .cell').count(), 30);
    const same = page.locator('.timeline .cell[data-colour="0"]');
    assert.deepEqual(await same.locator('.letter').allInnerTexts(), ['A', 'A', 'A', 'A']);
    assert.equal(await cell(page, 14).getAttribute('data-level'), 'suspect');
    assert.equal(await cell(page, 17).getAttribute('data-level'), 'stuck');
    assert.equal(await cell(page, 17).locator('.sign').innerText(), '!');
    const proof = page.locator('.timeline .cell[data-proves]');
    assert.deepEqual(await proof.evaluateAll((all) => all.map(({ id }: { id: string }) => id)), [
      'cell-11',
      'cell-14',
      'cell-17',
    ]);
    assert.equal(await cell(page, 17).getAttribute('data-saved'), null);
    assert.equal(await cell(page, 18).getAttribute('data-saved'), 'true');
    await page
      .getByRole('option', {
        name: /^Step 14: Bash .*npm test.*call A, 4 times, suspected here, evidence of the selected finding$/,
      })
      .waitFor();
  });

  it('tells a step that is pointed at, and walks with the keys', async () => {
    const { page } = await open(files);
    await cell(page, 11).hover();
    await caption(page).getByText('1 failing: rounds half to even').waitFor();
    assert.match(
      await caption(page).innerText(),
      /^step 11 Bash .*npm test.*call A, 4 times · evidence of the selected finding$/s,
    );
    await page.mouse.move(0, 0);
    await caption(page).getByText('step 17').waitFor();
    await page.getByRole('listbox', { name: 'Steps' }).focus();
    for (const [key, number] of [
      ['ArrowRight', 18],
      ['End', 29],
      ['ArrowRight', 29],
      ['ArrowLeft', 28],
      ['Home', 0],
      ['ArrowUp', 0],
    ] as const) {
      await page.keyboard.press(key);
      await caption(page).getByText(`step ${number}`, { exact: true }).waitFor();
      const active = await page.getByRole('listbox').getAttribute('aria-activedescendant');
      assert.equal(active, `cell-${number}`);
    }
  });

  const details = (page: Page): Locator => page.getByRole('region', { name: 'Step', exact: true });
  const focused = (page: Page): Promise<unknown> =>
    page.evaluate('document.activeElement.className');

  it('opens a step with all of it, and leaves the focus in the list', async () => {
    const { page } = await open(files);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await details(page).getByRole('heading', { name: 'Step 1: Bash' }).waitFor();
    const call = details(page).getByRole('region', { name: 'Call' });
    assert.match(await call.innerText(), /look at part 1/);
    assert.ok(await details(page).getByText('The user said before').isHidden());
    await page
      .getByRole('status')
      .getByText('The details of step 1 are shown below its row')
      .waitFor();
    assert.equal(await focused(page), 'timeline');
    await page.keyboard.press('Escape');
    await details(page).waitFor({ state: 'hidden' });
    assert.equal(await focused(page), 'timeline');
  });

  it('closes a step where it is clicked or chosen again, and from within it', async () => {
    const { page } = await open(files);
    await cell(page, 17).click();
    await details(page).getByRole('heading', { name: 'Step 17: Bash' }).waitFor();
    await cell(page, 17).click();
    await details(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await details(page).waitFor();
    await page.keyboard.press('Enter');
    await details(page).waitFor({ state: 'hidden' });
    for (const key of ['Enter', 'Escape']) {
      await page.keyboard.press('Enter');
      await details(page).waitFor();
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Close');
      await page.keyboard.press(key);
      await details(page).waitFor({ state: 'hidden' });
      assert.equal(await focused(page), 'timeline');
    }
  });

  it('opens a step directly below its row, the further rows below it', async () => {
    const { page } = await open({ [FILE]: items(recordedRun('long', 2_000, [500, 503, 506])) });
    await page.setViewportSize({ width: 700, height: 600 });
    const bottom = async (place: Locator): Promise<number> => {
      const { y, height } = (await place.boundingBox()) ?? { y: NaN, height: NaN };
      return y + height;
    };
    for (const index of [30, 75]) {
      await cell(page, index).click();
      await details(page)
        .getByRole('heading', { name: `Step ${index}: Bash` })
        .waitFor();
      const gap =
        ((await details(page).boundingBox())?.y ?? NaN) - (await bottom(cell(page, index)));
      assert.ok(gap >= 0 && gap < 12, `${gap} px`);
      const next = page
        .locator('.cells', { has: page.locator(`#cell-${index}`) })
        .locator('~ .cells')
        .first();
      const below = ((await next.boundingBox())?.y ?? NaN) - (await bottom(details(page)));
      assert.ok(below >= 0 && below < 12, `${below} px`);
    }
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.getByRole('option', { name: /^Step 1999: / }).waitFor();
    const last = await bottom(cell(page, 1_999));
    assert.ok(last <= 600, `${last} px`);
  });

  it('shows the proof of the finding that is chosen', async () => {
    const { page } = await open(files);
    const fires = page.getByRole('region', { name: 'Findings' }).getByRole('button');
    assert.deepEqual(
      (await fires.allInnerTexts()).map((text) => text.split('\n').slice(1, 3)),
      [
        ['Step 14, suspected: the same call with the same result', '2 of 3, steps 11 and 14'],
        ['Step 17, stuck: the same call with the same result', '3 of 3, steps 11, 14 and 17'],
        ['Step 20, stuck: the same call with the same result', '4 of 3, steps 11, 14, 17 and 20'],
      ],
    );
    assert.equal(await fires.nth(1).getAttribute('aria-pressed'), 'true');
    await fires
      .nth(1)
      .getByText(/Tell the agent in a hint: /)
      .waitFor();
    assert.ok(await fires.first().locator('.fire-advice').isHidden());
    await fires.first().click();
    assert.equal(await page.locator('.timeline .cell[data-proves]').count(), 2);
    assert.equal(await fires.first().getAttribute('aria-pressed'), 'true');
    await caption(page).getByText('step 14', { exact: true }).waitFor();
  });

  it('looks again at once when a limit is changed, and says how to keep it', async () => {
    const { page } = await open(files);
    await cell(page, 17).waitFor();
    await page.getByText('Limits', { exact: true }).click();
    const limit = page.getByRole('spinbutton', {
      name: 'The same call with the same result',
      exact: true,
    });
    assert.equal(await limit.inputValue(), '3');
    await limit.fill('4');
    await page.getByText('stuck at step 20').waitFor();
    await page.locator('#cell-20[data-level="stuck"]').waitFor();
    assert.equal(await cell(page, 14).getAttribute('data-level'), null);
    await page.getByText('limits: { repeatedCalls: 4 }').waitFor();
    await limit.fill('1');
    await page.getByText('Enter a whole number from 2 to 50.').waitFor();
    assert.equal(await limit.getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('stuck at step 17').waitFor();
    assert.equal(await limit.inputValue(), '3');
    assert.ok(await page.getByText('limits: {').isHidden());
  });

  it('opens another run, and finds it again with its step after it was hidden', async () => {
    const { page } = await open(files);
    await runs(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'doubtful-run' }).waitFor();
    await cell(page, 7).waitFor();
    assert.equal(await page.locator('.timeline .cell').count(), 8);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.reload();
    await page.getByRole('heading', { name: 'doubtful-run' }).waitFor();
    await caption(page).getByText('step 7', { exact: true }).waitFor();
  });

  it('shows no step of a run that was left while it was asked for', async () => {
    const { page, asked } = await open(files);
    await cell(page, 11).waitFor();
    await page.evaluate(`
      document.querySelectorAll('.run')[1].click();
      document.querySelector('#cell-11').click();
    `);
    await page.getByRole('heading', { name: 'doubtful-run' }).waitFor();
    await cell(page, 11).waitFor({ state: 'detached' });
    while (!asked.includes('step')) await page.evaluate('new Promise(requestAnimationFrame)');
    await page.evaluate('new Promise(requestAnimationFrame)');
    assert.ok(await page.locator('.step-details').isHidden());
  });

  it('lists the first runs and the open one, all of them when asked, an endless id in three lines', async () => {
    const many = Array.from({ length: 40 }, (_, index) => recordedRun(`run-${index}`, 3));
    const { page } = await open({ [FILE]: items(recordedRun('w'.repeat(400), 3), ...many) });
    const { height } = (await runs(page).first().boundingBox()) ?? { height: 1_000 };
    assert.ok(height < 120, `${height}`);
    assert.equal(await page.locator('.run').count(), 8);
    await page.getByRole('button', { name: 'Show all (41 runs)' }).click();
    assert.equal(await page.locator('.run').count(), 41);
    await page.locator('.run').nth(30).click();
    await page.getByRole('heading', { name: 'run-29' }).waitFor();
    await page.getByRole('button', { name: 'Show less' }).click();
    assert.equal(await page.locator('.run').count(), 9);
    assert.match(await page.locator('.run[aria-current]').innerText(), /^run-29/);
  });

  it('names the agent and the time of a run, where its file tells them', async () => {
    const file = '/home/me/.claude/projects/a.jsonl';
    const { page } = await open({ [file]: items({ ...recordedRun('told', 3), file }) });
    assert.match(
      await runs(page).first().innerText(),
      /^told\nClaude Code · .*\d\d:\d\d.*\n3 steps/,
    );
    assert.match(await page.locator('.run-head').innerText(), /Claude Code · /);
  });

  it('shows what the agent wrote between the steps, and all of it in the step', async () => {
    const words = `First I look at the ${MARKUP} rounding. ${'It rounds to cents. '.repeat(40)}`;
    const run = recordedRun('spoken', 40);
    const steps = run.steps.map((each) =>
      each.number === 21 ? { ...each, thought: words } : each,
    );
    const { page } = await open({ [FILE]: items({ ...run, steps }) });
    const said = page.locator('.timeline-words');
    await said.getByText('First I look at the <img').waitFor();
    assert.equal(await said.count(), 1);
    const [above, below] = [await said.boundingBox(), await cell(page, 21).boundingBox()];
    assert.ok(above && below && above.y + above.height <= below.y + 1);
    assert.ok(above.height < 70, `${above.height} px`);
    await page.getByRole('option', { name: /^Step 21: .*the agent wrote: First I look/ }).waitFor();
    await said.click();
    await page.getByRole('region', { name: 'Thought' }).getByText('First I look').waitFor();
  });

  it('reads more recordings', async () => {
    const more = { '/more.traj': items({ ...recordedRun('another', 4), file: '/more.traj' }) };
    const { page } = await open(files, { more });
    await page.getByRole('button', { name: 'Add recordings…' }).click();
    await runs(page).filter({ hasText: 'another' }).waitFor();
    assert.equal(await runs(page).count(), 4);
  });

  it('begins each run at the step at which the loop was proved, wherever that is', async () => {
    const same = [500, 503, 506];
    const runsOf = items(recordedRun('long', 1_000, same), recordedRun('short', 8, [2, 6]));
    const { page } = await open({ [FILE]: runsOf });
    await caption(page).getByText('step 506', { exact: true }).waitFor();
    await runs(page).nth(1).click();
    await page.getByRole('heading', { name: 'short' }).waitFor();
    await caption(page).getByText('step 6', { exact: true }).waitFor();
  });

  it('draws only what is in sight of 100,000 steps, and asks only for their texts', async () => {
    const same = Array.from({ length: 20 }, (_, index) => 50_000 + 3 * index);
    const { page, asked } = await open({ [FILE]: items(recordedRun('long', 100_000, same)) });
    await cell(page, 0).waitFor();
    assert.ok((await page.locator('.timeline .cell').count()) < 1_500);
    await page.getByRole('region', { name: 'Findings' }).getByRole('button').nth(1).click();
    await cell(page, 50_006).waitFor();
    await caption(page).getByText('1 failing: rounds half to even').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.getByRole('option', { name: /^Step 99999: Bash/ }).waitFor();
    assert.ok((await page.locator('.timeline .cell').count()) < 1_500);
    assert.ok(asked.filter((method) => method === 'texts').length < 30, asked.join(' '));
  });

  it('shows what agents and files say as the text it is', async () => {
    const texts = { args: MARKUP, result: MARKUP, thought: MARKUP, asked: MARKUP };
    const steps = [step(0, { tool: MARKUP, ...texts })];
    const problem = { file: `/x/${MARKUP}`, message: MARKUP };
    const { page } = await open({
      [FILE]: [...items({ id: MARKUP, file: `/${MARKUP}`, steps }), { kind: 'problem', problem }],
    });
    await cell(page, 0).click();
    await page.getByRole('region', { name: 'Thought' }).waitFor();
    await page.getByRole('region', { name: 'The user said before' }).waitFor();
    assert.equal(await page.locator('img, b, a').count(), 0);
    const text = await page.locator('main').innerText();
    assert.ok(text.includes('<b>bold</b> [a](command:devs.run)\\u{202e}'), text);
    assert.ok(!text.includes('\u202e'));
  });

  it('ignores what is no message of the host', async () => {
    const { page, post } = await open(files);
    for (const message of [
      null,
      7,
      {},
      { type: 'view' },
      { type: 'view', snapshot: { revision: 99, view: {} } },
      { type: 'response', id: 'x' },
    ]) {
      await post(message);
    }
    await cell(page, 17).waitFor();
    assert.equal(await runs(page).count(), 3);
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`cuts nothing off at any width in theme ${theme}`, async () => {
      const long = 'a-name-without-a-blank-that-goes-on-and-on'.repeat(8);
      const run = { ...looping, id: long, asked: long, file: `/${long}` };
      const problem = { file: `/${long}`, line: 12, message: long };
      const { page } = await open(
        { [FILE]: [...items(run), { kind: 'problem', problem }] },
        { theme },
      );
      await page.getByText('Limits', { exact: true }).click();
      await cell(page, 17).click();
      for (const width of [240, 420, 760, 1_400]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = `document.documentElement.scrollWidth - innerWidth`;
        assert.equal(await page.evaluate(overflow), 0, `${width} px`);
      }
    });
  }
});
