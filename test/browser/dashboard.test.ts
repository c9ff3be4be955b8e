import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { fixtures, runningTask } from '../unit/webview/fixtures';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { pausedTask, report } from '../unit/webview/pausedTask';
import { at, ready, task, turn } from '../unit/webview/samples';
import { themes } from '../unit/webview/themes';
import { useDashboard } from './useDashboard';

/** Resolves in the page when the host has sent something. */
const NEXT_MESSAGE = `new Promise((done) => addEventListener('message', () => done(), { once: true }))`;

/** What a toolkit field holds; the input within it follows a frame later. */
async function written(textbox: Locator): Promise<string> {
  return textbox.evaluate(
    (input: unknown) =>
      (input as { getRootNode(): { host: { value: string } } }).getRootNode().host.value,
  );
}

describe('the dashboard in a browser', function () {
  this.timeout(60_000);
  const { open, card, bundle } = useDashboard();
  const button = (within: Locator, name: string): Locator =>
    within.getByRole('button', { name, exact: true });

  it('is built without React and stays small', () => {
    const inputs = Object.keys(bundle().metafile.inputs);
    assert.ok(inputs.some((file) => file.includes('webview-ui-toolkit')));
    assert.deepEqual(
      inputs.filter((file) => /node_modules\/react|fast-react-wrapper/.test(file)),
      [],
    );
    // What it loads when it starts; the rest comes when it is first needed.
    const { outputs } = bundle().metafile;
    const atStart = new Set(['dist/webview/dashboard.js']);
    for (const file of atStart)
      for (const { path, kind } of outputs[file]?.imports ?? assert.fail())
        if (kind === 'import-statement') atStart.add(path);
    const sizeOf = (files: Iterable<string>): number =>
      [...files].reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0);
    const bytes = sizeOf(atStart);
    assert.ok(atStart.size > 1 && bytes < 246_000, `${bytes} bytes`);
    const parts = Object.keys(outputs).filter((file) =>
      /(?:addTaskForm|figureBody)-\w+\.js$/.test(file),
    );
    assert.ok(parts.length === 2 && sizeOf(parts) < 11_000, `${sizeOf(parts)} bytes later`);
  });

  it('asks for the view when it starts and when it is made visible again', async () => {
    const { page, requests } = await open(fixtures.idle);
    assert.deepEqual(requests.map(asked), [['ready', {}]]);
    const again = page.evaluate(NEXT_MESSAGE);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await again;
    assert.deepEqual(requests.map(asked), [
      ['ready', {}],
      ['ready', {}],
    ]);
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`breaks no rule of its policy in theme ${theme}, whatever it shows`, async () => {
      const shown = await open(fixtures.paused, { theme });
      for (const view of Object.values(fixtures)) await shown.show(view);
      await shown.show(fixtures.paused);
      await shown.page.getByRole('combobox').click();
      await shown.page.getByRole('option', { name: 'codex' }).waitFor();
      const paint = `getComputedStyle(document.querySelector('.card h3')).color`;
      assert.match(String(await shown.page.evaluate(paint)), /^rgb/);
    });

    it(`cuts nothing off at any width in theme ${theme}`, async () => {
      const shown = await open(fixtures.many, { theme });
      const overflow = `document.documentElement.scrollWidth - innerWidth`;
      for (const view of [
        fixtures.many,
        fixtures.reported,
        fixtures.invalid,
        fixtures.brokenConfig,
        fixtures.otherHolder,
      ]) {
        await shown.show(view);
        for (const width of [250, 320, 400, 700, 1200]) {
          await shown.page.setViewportSize({ width, height: 900 });
          assert.equal(await shown.page.evaluate(overflow), 0, `${view.kind} at ${width} px`);
        }
      }
    });
  }

  describe('each state says what to do next', () => {
    const steps = [
      ['noFolder', 'No folder is open', 'Open folder', ['openFolder', {}]],
      ['untrusted', 'not trusted', 'Manage workspace trust', ['manageTrust', {}]],
      ['empty', 'No tasks yet', 'Create devs.yaml', ['init', {}]],
      ['worktree', 'The worktree of fix-rounding', 'Open the workspace', ['openOwner', {}]],
      ['invalid', 'needs a correction', 'Open devs.yaml', ['openConfig', { line: 4 }]],
    ] as const;
    for (const [name, heading, label, request] of steps) {
      it(name, async () => {
        const shown = await open(fixtures[name]);
        await shown.page.getByRole('heading', { name: heading }).waitFor();
        await button(shown.page.locator('main'), label).click();
        assert.deepEqual(asked(await shown.nextRequest()), request);
      });
    }

    for (const name of ['noFolder', 'empty'] as const) {
      it(`${name}: or the demo`, async () => {
        const shown = await open(fixtures[name]);
        await button(shown.page.locator('main'), 'Try the demo').click();
        assert.deepEqual(asked(await shown.nextRequest()), ['tryDemo', {}]);
      });
    }

    it('broken: the message, and another try', async () => {
      const { page, requests } = await open(fixtures.broken);
      await page.getByText('Update the extension, or set DEVS_STATE_DIR').waitFor();
      const again = page.evaluate(NEXT_MESSAGE);
      await page.getByRole('button', { name: 'Try again' }).click();
      await again;
      assert.deepEqual(requests.map(asked), [
        ['ready', {}],
        ['ready', {}],
      ]);
    });

    it('invalid: each problem with a line leads to it', async () => {
      const shown = await open(fixtures.invalid);
      const problems = shown.page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
      assert.equal(await problems.count(), 3);
      await problems.nth(1).getByRole('button', { name: 'devs.yaml:12' }).click();
      assert.deepEqual(asked(await shown.nextRequest()), ['openConfig', { line: 12 }]);
      assert.equal(await problems.nth(2).getByRole('button').count(), 0);
    });

    it('invalid, but valid before: a banner above the tasks, which stay, and the decision with them', async () => {
      const shown = await open(fixtures.paused);
      const { page } = shown;
      await page.getByRole('textbox', { name: /^Hint/ }).fill('half typed');
      await shown.patch(fixtures.brokenConfig);
      const banner = page.getByRole('region', { name: 'Problems of devs.yaml' });
      await banner.getByText('devs.yaml has 2 problems · line 4 · Fix').waitFor();
      await banner.getByText('Unknown key "comand". Did you mean "command"?').waitFor();
      await page.getByRole('status').getByText('devs.yaml has 2 problems').waitFor();
      assert.equal(await written(page.getByRole('textbox', { name: /^Hint/ })), 'half typed');
      await banner.getByRole('button', { name: 'Fix devs.yaml' }).click();
      assert.deepEqual(asked(await shown.nextRequest()), ['openConfig', { line: 4 }]);
      await button(card(shown, 'fix-rounding'), 'Skip').click();
      assert.deepEqual(asked(await shown.nextRequest()), ['skip', { taskId: 'fix-rounding' }]);
      await shown.patch(fixtures.paused);
      await banner.waitFor({ state: 'hidden' });
    });

    it('no tasks: the form for the first one', async () => {
      const { page } = await open(fixtures.noTasks);
      await button(page.locator('.no-tasks'), 'Add task').click();
      await page.getByRole('form', { name: 'Add a task' }).waitFor();
      await page.keyboard.type('First');
      assert.equal(await written(page.getByRole('textbox', { name: 'Title' })), 'First');
      assert.equal(await page.locator('.no-tasks').count(), 0);
      await page.keyboard.press('Escape');
      await page.locator('.no-tasks').waitFor();
    });
  });

  describe('what the human presses is what the host is asked', () => {
    const presses = [
      ['idle', 'header', 'Run', ['run', {}]],
      ['running', 'header', 'Pause', ['pause', { now: false }]],
      ['stopping', 'header', 'Keep going', ['keepGoing', {}]],
      ['running', 'header', 'Cancel now', ['pause', { now: true }]],
      ['idle', 'header', 'Open devs.yaml', ['openConfig', {}]],
      ['reported', 'header', 'Open the report of the last run', ['openRunReport', {}]],
      ['reported', 'header', 'Copy the report of the last run', ['copyRunReport', {}]],
      ['reported', 'header', 'Export the report of the last run', ['exportRunReport', {}]],
      ['idle', 'main', 'Run this task: Add login', ['run', { taskIds: ['add-login'] }]],
      ['idle', 'main', 'Skip: Add login', ['skip', { taskId: 'add-login' }]],
      ['idle', 'main', 'Retry: Add users', ['retry', { taskId: 'add-users' }]],
      ['paused', '[data-task="fix-rounding"]', 'Resume', ['resume', { taskId: 'fix-rounding' }]],
      ['paused', '[data-task="fix-rounding"]', 'Skip', ['skip', { taskId: 'fix-rounding' }]],
      [
        'paused',
        '[data-task="fix-rounding"]',
        'rounding.js:14',
        ['openPlace', { taskId: 'fix-rounding' }],
      ],
      [
        'paused',
        '[data-task="fix-rounding"]',
        'Open report',
        ['openReport', { taskId: 'fix-rounding' }],
      ],
    ] as const;
    for (const [view, where, label, request] of presses) {
      it(`${label} (${view})`, async () => {
        const shown = await open(fixtures[view], { why: true });
        await button(shown.page.locator(where), label).click();
        const asking = await shown.nextRequest();
        assert.deepEqual(asked(asking), request);
        await shown.answer(asking, 'It was done.');
        await shown.page.getByRole('status').getByText('It was done.').waitFor();
      });
    }

    it('nothing about a report is there before a run has ended', async () => {
      const shown = await open(fixtures.idle);
      assert.equal(await shown.page.locator('.run-report').isVisible(), false);
      await shown.show(fixtures.reported);
      await shown.page.locator('.run-report').waitFor({ state: 'visible' });
    });

    it('a second press while the first is not answered asks nothing', async () => {
      const shown = await open(fixtures.idle);
      const run = shown.page.locator('[data-action="run"]');
      await run.dispatchEvent('click');
      await run.dispatchEvent('click');
      const asking = await shown.nextRequest();
      await shown.answer(asking, 'Running.');
      await shown.page.getByRole('status').getByText('Running.').waitFor();
      assert.deepEqual(shown.requests.map(asked), [
        ['ready', {}],
        ['run', {}],
      ]);
    });

    it('a button that does not apply says why and asks nothing', async () => {
      const shown = await open(fixtures.allDone);
      const run = shown.page.locator('[data-action="run"]');
      assert.equal(await run.getAttribute('title'), 'Every task is done or skipped.');
      await button(shown.page.locator('header'), 'Run').focus();
      await shown.page.keyboard.press('Enter');
      await shown.page.getByRole('status').getByText('Every task is done or skipped.').waitFor();
      assert.equal(shown.requests.length, 1);
    });

    it('shows an error where it was asked for, until it is dismissed', async () => {
      const shown = await open(fixtures.paused);
      const paused = card(shown, 'fix-rounding');
      await button(paused, 'Skip').click();
      await shown.refuse(await shown.nextRequest(), 'Another window holds the workspace.');
      const alert = paused.getByRole('alert');
      await alert.getByText('Another window holds the workspace.').waitFor();
      await button(alert, 'Dismiss').press('Enter');
      await alert.getByText('Another window').waitFor({ state: 'detached' });
      assert.equal(await alert.textContent(), '');
    });
  });

  describe('resume', () => {
    const hintBox = (shown: OpenDashboard): Locator =>
      card(shown, 'fix-rounding').getByRole('textbox', { name: 'Hint for the agent (optional)' });

    it('sends the typed hint and the chosen agent with Ctrl+Enter, then forgets them', async () => {
      const shown = await open(fixtures.paused);
      const { page } = shown;
      const agent = page.getByRole('combobox', { name: 'Agent' });
      await agent.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await hintBox(shown).fill('Use banker’s rounding.\nDo not touch the tests.');
      await hintBox(shown).press('Control+Enter');
      const asking = await shown.nextRequest();
      const hint = 'Use banker’s rounding.\nDo not touch the tests.';
      assert.deepEqual(asked(asking), ['resume', { taskId: 'fix-rounding', hint, agent: 'codex' }]);
      await shown.answer(asking, 'Resumed.');
      await page.getByRole('status').getByText('Resumed.').waitFor();
      assert.equal(await written(hintBox(shown)), '');
    });

    it('sends the agent that was chosen last of all', async () => {
      const shown = await open(fixtures.paused);
      const paused = card(shown, 'fix-rounding');
      await paused.locator('vscode-dropdown').click();
      await paused.getByRole('option', { name: 'codex', exact: true }).click();
      await paused.getByRole('button', { name: 'Resume', exact: true }).click();
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), ['resume', { taskId: 'fix-rounding', agent: 'codex' }]);
    });

    it('keeps the hint when the host refuses it', async () => {
      const shown = await open(fixtures.paused);
      await hintBox(shown).fill('try again');
      await hintBox(shown).press('Control+Enter');
      await shown.refuse(await shown.nextRequest(), 'Not now.');
      await card(shown, 'fix-rounding').getByText('Not now.').waitFor();
      assert.equal(await written(hintBox(shown)), 'try again');
    });

    it('keeps text, caret, focus, open sections and scroll position through updates', async () => {
      const shown = await open(fixtures.paused, { height: 300, why: true });
      const { page } = shown;
      await card(shown, 'fix-rounding').getByText('Details').click();
      await hintBox(shown).pressSequentially('round half');
      for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft');
      const scroll = await page.evaluate('scrollY');
      assert.notEqual(scroll, 0);

      // Another task comes to need the human and is put above this one.
      const blocked = task('add-login', { status: 'blocked', statusReason: 'not logged in' });
      const entry = { ...pausedTask, hints: ['a new one'] };
      await shown.show(ready([blocked, task('add-users', { status: 'done' }), entry]));
      await card(shown, 'fix-rounding').getByText('a new one').waitFor();
      await page.keyboard.type('to even, ');
      assert.equal(await written(hintBox(shown)), 'round to even, half');
      assert.equal(await card(shown, 'fix-rounding').getByText('Goal', { exact: true }).count(), 1);
    });

    it('gives unsent text and open sections back to a reloaded panel', async () => {
      const shown = await open(fixtures.paused, { why: true });
      const { page } = shown;
      await hintBox(shown).fill('half typed');
      await card(shown, 'fix-rounding').getByText('Details').click();
      await page.locator('[data-action="addTask"]').click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Later');
      await page.reload();
      await card(shown, 'fix-rounding').waitFor();
      assert.equal(await written(hintBox(shown)), 'half typed');
      assert.equal(await written(page.getByRole('textbox', { name: 'Title' })), 'Later');
      assert.ok(
        await card(shown, 'fix-rounding')
          .getByRole('heading', { name: 'Fresh starts' })
          .isVisible(),
      );
    });

    it('closes with Escape, back on its button, and opens again with the text', async () => {
      const shown = await open(fixtures.paused);
      const paused = card(shown, 'fix-rounding');
      await hintBox(shown).fill('kept');
      await hintBox(shown).press('Escape');
      assert.equal(await hintBox(shown).isVisible(), false);
      await shown.page.keyboard.press('Enter');
      assert.equal(await written(hintBox(shown)), 'kept');
      await shown.page.keyboard.type('!');
      assert.match(await written(hintBox(shown)), /!/);
      assert.ok(await button(paused, 'Resume').isVisible());
      assert.equal(shown.requests.length, 1);
    });

    it('is closed where a login is missing, and Resume sends at once; a hint is one press away', async () => {
      const shown = await open(fixtures.waiting);
      const blocked = card(shown, 'publish-the-package');
      const box = blocked.getByRole('textbox', { name: 'Hint for the agent (optional)' });
      assert.equal(await box.count(), 0);
      await button(blocked, 'Resume').click();
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), ['resume', { taskId: 'publish-the-package' }]);
      await shown.refuse(asking, 'Still logged out.');
      await button(blocked, 'Resume with hint…').click();
      assert.ok(await box.isVisible());
      assert.equal(await button(blocked, 'Resume with hint…').count(), 0);
    });

    it('Escape in the open list of agents closes the list alone', async () => {
      const shown = await open(fixtures.paused);
      await shown.page.getByRole('combobox', { name: 'Agent' }).click();
      await shown.page.getByRole('combobox', { name: 'Agent', expanded: true }).waitFor();
      await shown.page.keyboard.press('Escape');
      await shown.page.getByRole('combobox', { name: 'Agent', expanded: false }).waitFor();
      assert.ok(await hintBox(shown).isVisible());
    });

    it('offers no agent where there is no other', async () => {
      const shown = await open(ready([pausedTask], { agents: ['claude'] }));
      assert.equal(await shown.page.getByRole('combobox').count(), 0);
    });

    it('leaves the focus in the card when the task goes on', async () => {
      const shown = await open(fixtures.paused);
      await button(card(shown, 'fix-rounding'), 'Resume').focus();
      await shown.show(ready([runningTask], { run: 'RUNNING' }));
      await card(shown, 'fix-rounding').getByText('Running').waitFor();
      const within = `document.activeElement.closest('[data-task]')?.dataset.task`;
      assert.equal(await shown.page.evaluate(within), 'fix-rounding');
    });
  });

  describe('add a task', () => {
    it('by keyboard alone: open, type, Ctrl+Enter, back on the button', async () => {
      const shown = await open(fixtures.idle);
      const { page } = shown;
      await button(page.locator('header'), 'Add task').first().press('Enter');
      await page.locator('vscode-text-field[name="title"]:focus-within').waitFor();
      await page.keyboard.type('Export as CSV');
      assert.equal(
        await written(page.getByRole('textbox', { name: 'Id', exact: true })),
        'export-as-csv',
      );
      await page.getByRole('textbox', { name: 'Goal' }).fill('Orders can be exported.');
      await page
        .getByRole('textbox', { name: 'Verify command (optional)' })
        .fill('npm test -- csv');
      await page.keyboard.press('Control+Enter');
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), [
        'addTasks',
        {
          tasks: [
            {
              id: 'export-as-csv',
              title: 'Export as CSV',
              goal: 'Orders can be exported.',
              verify: 'npm test -- csv',
            },
          ],
        },
      ]);
      await shown.answer(asking, 'Added.');
      await page.getByRole('form').waitFor({ state: 'hidden' });
      const focused = `document.activeElement.dataset.action`;
      assert.equal(await page.evaluate(focused), 'addTask');
    });

    it('says what is missing, and shows the host’s objection with the text kept', async () => {
      const shown = await open(fixtures.idle);
      const { page } = shown;
      await page.locator('[data-action="addTask"]').click();
      const form = page.getByRole('form', { name: 'Add a task' });
      await page.getByRole('textbox', { name: 'Title' }).fill('Add users');
      await page.keyboard.press('Control+Enter');
      await form.getByRole('alert').getByText('Enter a title, an id and a goal').waitFor();
      assert.equal(shown.requests.length, 1);
      await page.getByRole('textbox', { name: 'Goal' }).fill('Users.');
      await button(form, 'Add task').click();
      await shown.refuse(await shown.nextRequest(), 'There is a task "add-users" already.');
      await form.getByRole('alert').getByText('There is a task "add-users" already.').waitFor();
      assert.equal(await written(page.getByRole('textbox', { name: 'Title' })), 'Add users');
    });

    it('closes with Escape and keeps what was typed', async () => {
      const { page } = await open(fixtures.idle);
      const add = page.locator('[data-action="addTask"]');
      await add.click();
      await page.locator('vscode-text-field[name="title"]:focus-within').waitFor();
      await page.keyboard.type('Half');
      await page.keyboard.press('Escape');
      assert.equal(await page.getByRole('form').count(), 0);
      await add.click();
      assert.equal(await written(page.getByRole('textbox', { name: 'Title' })), 'Half');
    });
  });

  describe('what screen readers get', () => {
    it('a meter for entropy and one for pivots, in numbers and words', async () => {
      const shown = await open(fixtures.afterPivot);
      const meters = card(shown, 'fix-rounding').getByRole('meter');
      const pivots = meters.nth(1);
      assert.equal(
        await meters.nth(0).getAttribute('aria-label'),
        'Failed turns in a row of Fix rounding',
      );
      assert.equal(await meters.nth(0).getAttribute('aria-valuenow'), '0');
      assert.equal(await meters.nth(0).getAttribute('aria-valuemax'), '3');
      assert.equal(await pivots.getAttribute('aria-valuetext'), '1 of 2');
      assert.equal(await pivots.textContent(), '1 of 2');
    });

    it('what both count, in one sentence with the term, and a link to where docs/ explains it', async () => {
      const shown = await open(fixtures.afterPivot);
      const running = card(shown, 'fix-rounding');
      const explained = [
        [
          'Failed in a row',
          'entropy',
          /^Entropy: failed turns in a row without progress\. At 3, [^.]+\.$/,
        ],
        ['Fresh start', 'pivot', /^Pivot: the agent has to drop its approach [^.]+\.$/],
      ] as const;
      for (const [label, about, sentence] of explained) {
        const link = running.getByRole('button', { name: new RegExp(`^${label}: `) });
        assert.equal(await link.innerText(), label);
        assert.match((await link.getAttribute('title')) ?? '', sentence);
        await link.click();
        assert.deepEqual(asked(await shown.nextRequest()), ['openDocs', { about }]);
      }
    });

    it('no counts of a task that waits for the user, but why it does', async () => {
      const shown = await open(fixtures.paused, { why: true });
      const paused = card(shown, 'fix-rounding');
      assert.equal(await paused.getByRole('meter').count(), 0);
      assert.match(await paused.locator('.decision').innerText(), /^Same 2 tests failed 5 times/);
    });

    it('every turn by name; arrow keys walk the strip from the newest', async () => {
      const shown = await open(fixtures.paused, { why: true });
      const { page } = shown;
      const strip = card(shown, 'fix-rounding').getByRole('list', { name: /^Turns of Fix/ });
      const marks = strip.getByRole('button');
      assert.equal(await marks.count(), 9);
      assert.equal(
        await marks.nth(6).getAttribute('aria-label'),
        'Turn 7: no progress, a fresh start (pivot), 12.4 s, 4 of 10 tests failing — 4 tests fail, no new best',
      );
      assert.equal(await strip.locator('button[tabindex="0"]').count(), 1);
      await strip.locator('button[tabindex="0"]').focus();
      await page.keyboard.press('ArrowLeft');
      await page.getByText('Turn 8: interrupted, 12.4 s — the window was closed').waitFor();
      await page.keyboard.press('Home');
      await page.getByText('Turn 1: no progress').waitFor();
    });

    it('the report: headline, strategies, last error and the turns that prove it', async () => {
      const shown = await open(fixtures.paused, { why: true });
      const region = shown.page.getByRole('region', { name: 'Pause report' });
      await region.getByText('Paused: 3 strategies failed').waitFor();
      assert.equal(await region.locator('.strategies').getByRole('listitem').count(), 3);
      const error = region.getByRole('region', { name: 'Last error' });
      assert.equal(await error.textContent(), report.lastError);
      await region.getByText('Turn by turn').first().click();
      const rows = region.getByRole('table').getByRole('row');
      assert.equal(await rows.count(), report.turns.length + 1);
    });

    it('a strategy that was tried again and again once, and the end of a long error', async () => {
      const stubborn = {
        ...report,
        failedStrategies: ['cut it off', 'cut it off', 'round it', 'cut it off'],
        lastError: Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n'),
      };
      const shown = await open(ready([{ ...pausedTask, report: stubborn }]), { why: true });
      const region = shown.page.getByRole('region', { name: 'Pause report' });
      const items = region.locator('.strategies li');
      assert.deepEqual(await items.allInnerTexts(), [
        'cut it off (2 times)',
        'round it',
        'cut it off',
      ]);
      const said = region.getByRole('region', { name: 'Last error' });
      assert.match(await said.innerText(), /^…\nline 188\n.*line 199$/s);
    });

    it('a passing note no longer than it is true', async () => {
      const shown = await open(fixtures.idle);
      await button(shown.page.locator('main'), 'Run').click();
      await shown.answer(await shown.nextRequest(), 'The run has started.');
      await shown.page.locator('.note').waitFor();
      await shown.show(fixtures.running);
      await shown.show(fixtures.paused);
      assert.equal(await shown.page.locator('.note').isVisible(), false);
    });

    it('the pivot history: time and entropy at trigger', async () => {
      const shown = await open(fixtures.paused, { why: true });
      await card(shown, 'fix-rounding').getByText('Details').click();
      const pivots = card(shown, 'fix-rounding').locator('.pivots li');
      assert.equal(
        await pivots.first().textContent(),
        'Fresh start 121:36after 3 failed turns in a row',
      );
      const time = pivots.first().locator('time');
      assert.equal(await time.getAttribute('title'), '2026-11-21T21:36:00.000Z');
      assert.equal(await pivots.first().locator('.pivot-files').isVisible(), false);
    });

    it('what happened to the files at a pivot', async () => {
      const shown = await open(fixtures.afterPivot);
      await card(shown, 'fix-rounding').getByText('Details').click();
      assert.equal(
        await card(shown, 'fix-rounding').locator('.pivots .pivot-files').textContent(),
        'Files returned to after turn 2: 3 files changed, 1 kept (src/a.js: you edited it since)',
      );
    });

    it('one polite line when a task comes to need the human, which is then first', async () => {
      const shown = await open(fixtures.running);
      const tasks = shown.page.locator('[data-task]');
      await shown.show(fixtures.paused);
      const status = shown.page.getByRole('status');
      await status.getByText('Fix rounding is paused: needs you', { exact: true }).waitFor();
      assert.equal(await status.getAttribute('aria-live'), 'polite');
      assert.equal(await tasks.first().getAttribute('data-task'), 'fix-rounding');
      await shown.page.getByRole('heading', { name: 'Needs you 1' }).waitFor();
    });

    it('every control has a name, and Tab reaches them in the order they stand', async () => {
      const { page } = await open(fixtures.paused, { why: true });
      const seen: unknown[] = [];
      const focused = `(() => {
        const e = document.activeElement;
        return e.dataset.action ?? e.getAttribute('aria-label')
          ?? document.getElementById(e.getAttribute('aria-labelledby'))?.textContent
          ?? e.textContent.trim();
      })()`;
      for (let tabs = 0; tabs < 21; tabs++) {
        await page.keyboard.press('Tab');
        seen.push(await page.evaluate(focused));
      }
      assert.deepEqual(seen, [
        'run',
        'figures',
        'addTask',
        'openConfig',
        'Fix rounding',
        'openTask',
        'openPlace',
        'Hint for the agent (optional)',
        'Agent',
        'resume',
        'rewind',
        'skip',
        'Why',
        'openFile',
        'openFile',
        'Turn by turn',
        'openChanges',
        'openReport',
        'notALoop',
        'Turn 9: no progress, a fresh start (pivot), 12.4 s, 2 of 10 tests failing, same failure as turn 2 — the reply of an abandoned strategy, and no new workspace state',
        'Details',
      ]);
    });
  });

  describe('what it shows', () => {
    it('whose the counters of a subtask are, and its own turns', async () => {
      const family = { countsOn: 'checkout', ownTurns: 1 };
      const part = { ...pausedTask, parent: 'checkout', turnCount: 5, family };
      const shown = await open(ready([part]), { why: true });
      await card(shown, 'fix-rounding').getByText('Details').click();
      await card(shown, 'fix-rounding')
        .getByText(
          'This task shares its counts of failed turns, fresh starts and turns with checkout and its other subtasks.',
        )
        .waitFor();
    });

    it('who else runs, and for what a task waits', async () => {
      const shown = await open(fixtures.otherHolder);
      await shown.page.getByText('Running in a terminal since 22:32').waitFor();
      await shown.page.getByText('waits for Fix rounding').waitFor();
    });

    it('how far the run is, with a bar', async () => {
      const since = at(62);
      const progress = { task: 3, of: 12, ended: 2, turn: 2, since };
      const shown = await open(ready([runningTask], { run: 'RUNNING', progress }));
      const line = shown.page.locator('.progress');
      assert.equal(await line.innerText(), 'Task 3 of 12 · turn 2 · 1 min');
      const bar = line.getByRole('progressbar', { name: 'Tasks that have ended' });
      const has = [await bar.getAttribute('value'), await bar.getAttribute('max')];
      assert.deepEqual(has, ['2', '12']);
    });

    it('the time that a turn runs, second by second, touching nothing else', async () => {
      const shown = await open(fixtures.running);
      const { page } = shown;
      const elapsed = page.locator('.elapsed:visible');
      assert.equal(await elapsed.textContent(), '1 min');
      await page.evaluate(`
        globalThis.changes = 0;
        new MutationObserver((all) => {
          changes += all.filter((m) => !m.target.closest?.('.elapsed') && !m.target.parentElement?.closest('.elapsed')).length;
        }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      `);
      await shown.pass(4_000);
      assert.equal(await elapsed.textContent(), '1 min 4 s');
      assert.equal(await page.evaluate('changes'), 0);
    });

    it('nothing anew when nothing has changed', async () => {
      const shown = await open(fixtures.many);
      await shown.page.evaluate(`
        globalThis.changes = 0;
        new MutationObserver((all) => {
          changes += all.filter((m) => !m.target.closest?.('.elapsed')).length;
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      `);
      await shown.show(fixtures.many);
      await shown.show(fixtures.many);
      assert.equal(await shown.page.evaluate('changes'), 0);
    });

    it('no older view after a newer one', async () => {
      const shown = await open(fixtures.running);
      await shown.show(fixtures.paused, 9);
      await shown.show(fixtures.idle, 8);
      await shown.page.getByRole('heading', { name: 'Needs you 1' }).waitFor();
      assert.equal(await shown.page.locator('.run-word').textContent(), 'Waiting for you');
    });

    it('hostile text as text', async () => {
      const evil = '<img src=x onerror="globalThis.pwned=1"><script>pwned=1</script>';
      const hostile = {
        ...pausedTask,
        id: '"><b>',
        title: evil,
        goal: evil,
        statusReason: evil,
        agent: evil,
        hints: [evil],
        turns: [turn(1, { reason: evil })],
        report: {
          ...report,
          lastError: evil,
          failedStrategies: [evil],
          turns: [{ ...report.turns[0]!, firstLines: evil, reason: evil }],
        },
      };
      const shown = await open(ready([hostile], { agents: [evil, 'other'] }));
      await shown.page.getByRole('heading', { name: evil }).waitFor();
      assert.equal(await shown.page.locator('main img, main script, main b').count(), 0);
      assert.equal(await shown.page.evaluate('typeof pwned'), 'undefined');
      await button(shown.page.locator('.card'), 'Skip').click();
      const asking = await shown.nextRequest();
      assert.deepEqual(asked(asking), ['skip', { taskId: '"><b>' }]);
      await shown.refuse(asking, evil);
      await shown.page.getByRole('alert').getByText(evil).waitFor();
    });
  });
});
