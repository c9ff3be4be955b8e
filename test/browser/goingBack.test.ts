import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { fixtures } from '../unit/webview/fixtures';
import { asked, type OpenDashboard } from '../unit/webview/harness';
import { pausedTask } from '../unit/webview/pausedTask';
import { history, rewoundTask } from '../unit/webview/rewoundTask';
import { action, ready, task, turn } from '../unit/webview/samples';
import { useDashboard } from './useDashboard';

describe('going back, in the dashboard', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });
  const button = (within: Locator, name: string): Locator =>
    within.getByRole('button', { name, exact: true });
  const paused = (shown: OpenDashboard): Locator => card(shown, 'fix-rounding');
  const unfold = async (within: Locator, label: string): Promise<void> => {
    await within.locator('summary').getByText(label, { exact: true }).click();
  };
  const done = task('fix-rounding', { status: 'done', turns: [turn(1), turn(2), turn(3)] });

  describe('the buttons of a task that needs you', () => {
    const presses = [
      ['Rewind…', ['rewind', { taskId: 'fix-rounding' }]],
      ['Redo…', ['redo', { taskId: 'fix-rounding' }]],
      ['Not a loop', ['notALoop', { taskId: 'fix-rounding' }]],
      ['Changes since the start', ['openChanges', { taskId: 'fix-rounding', from: 0 }]],
    ] as const;
    for (const [label, request] of presses) {
      it(label, async () => {
        const shown = await open(fixtures.rewound);
        await button(paused(shown), label).first().click();
        assert.deepEqual(asked(await shown.nextRequest()), request);
      });
    }

    it('call the loop of one turn none, until it is dismissed', async () => {
      const finding = { detector: 'repeated call', dismissed: false } as const;
      const shown = await open(ready([{ ...done, turns: [turn(1), turn(2, { finding })] }]));
      await unfold(paused(shown), 'Details');
      const link = button(paused(shown), 'Turn 2: this was not a loop');
      assert.equal(await button(paused(shown), 'Turn 1: this was not a loop').isVisible(), false);
      await link.click();
      assert.deepEqual(asked(await shown.nextRequest()), [
        'notALoop',
        { taskId: 'fix-rounding', finding: 2 },
      ]);
      const dismissed = turn(2, { finding: { ...finding, dismissed: true } });
      await shown.patch(ready([{ ...done, turns: [turn(1), dismissed] }]));
      await link.waitFor({ state: 'hidden' });
    });

    it('are only those that apply: no Redo without a rewind, no "Not a loop" without a loop', async () => {
      const blocked = task('login', { status: 'blocked', statusReason: 'not logged in' });
      const shown = await open(ready([pausedTask, blocked]));
      const labels = async (id: string): Promise<readonly string[]> => {
        const buttons = await card(shown, id).locator('.actions vscode-button').all();
        const texts = buttons.map(async (each) =>
          (await each.isVisible()) ? [(await each.innerText()).trim()] : [],
        );
        return (await Promise.all(texts)).flat();
      };
      assert.deepEqual(await labels('fix-rounding'), [
        'Resume',
        'Rewind…',
        'Skip',
        'Open report',
        'Not a loop',
      ]);
      assert.deepEqual(await labels('login'), ['Resume', 'Skip', 'Open report']);
    });

    it('say why while a run goes on, and ask nothing', async () => {
      const hint = 'A run is active in a terminal. Pause the run first.';
      const actions = { ...rewoundTask.actions, rewind: action(false, hint) };
      const shown = await open(ready([{ ...rewoundTask, actions }], { run: 'RUNNING' }));
      const rewind = paused(shown).locator('.actions [data-action="rewind"]');
      assert.equal(await rewind.getAttribute('aria-disabled'), 'true');
      assert.equal(await rewind.getAttribute('title'), hint);
      await button(paused(shown), 'Rewind…').focus();
      await shown.page.keyboard.press('Enter');
      await shown.page.getByRole('status').getByText(hint).waitFor();
      assert.equal(shown.requests.length, 1);
    });

    it('say nothing where the human thought better of it', async () => {
      const shown = await open(fixtures.rewound);
      await button(paused(shown), 'Rewind…').click();
      await shown.answer(await shown.nextRequest(), '');
      const rewind = paused(shown).locator('.actions [data-action="rewind"]:not([aria-disabled])');
      await rewind.waitFor();
      assert.equal(await shown.page.locator('.note').isVisible(), false);
    });
  });

  it('keeps going back out of the way of tasks that go on by themselves: it is in the details', async () => {
    const shown = await open(ready([done]));
    assert.equal(await button(paused(shown), 'Rewind…').isVisible(), false);
    await unfold(paused(shown), 'Details');
    await button(paused(shown), 'Rewind…').press('Enter');
    assert.deepEqual(asked(await shown.nextRequest()), ['rewind', { taskId: 'fix-rounding' }]);
    assert.equal(await button(paused(shown), 'Redo…').isVisible(), false);
  });

  describe('each recorded turn', () => {
    it('opens what it changed, since the recorded turn before it', async () => {
      const turns = [turn(1), turn(2, { checkpoint: false }), turn(3), turn(4)];
      const shown = await open(ready([task('fix-rounding', { status: 'done', turns })]));
      await unfold(paused(shown), 'Details');
      await button(paused(shown), 'Changes of turn 3').click();
      const span = { taskId: 'fix-rounding', from: 1, to: 3 };
      assert.deepEqual(asked(await shown.nextRequest()), ['openChanges', span]);
      assert.equal(await button(paused(shown), 'Changes of turn 2').isVisible(), false);
    });

    it('can be gone back to, but for the newest', async () => {
      const shown = await open(ready([done]));
      await unfold(paused(shown), 'Details');
      await button(paused(shown), 'Rewind to the end of turn 2').press('Enter');
      const request = asked(await shown.nextRequest());
      assert.deepEqual(request, ['rewind', { taskId: 'fix-rounding', toTurn: 2 }]);
      assert.equal(await button(paused(shown), 'Rewind to the end of turn 3').isVisible(), false);
    });

    it('has the same links in the pause report', async () => {
      const shown = await open(fixtures.paused);
      const report = shown.page.getByRole('region', { name: 'Pause report' });
      await unfold(report, 'Turn by turn');
      await button(report, 'Rewind to the end of turn 2').click();
      const request = asked(await shown.nextRequest());
      assert.deepEqual(request, ['rewind', { taskId: 'fix-rounding', toTurn: 2 }]);
    });

    it('shows a refusal at the task', async () => {
      const shown = await open(ready([done]));
      await unfold(paused(shown), 'Details');
      await button(paused(shown), 'Changes of turn 1').click();
      await shown.refuse(await shown.nextRequest(), 'The checkpoint is no longer kept.');
      const alert = paused(shown).getByRole('alert');
      await alert.getByText('The checkpoint is no longer kept.').waitFor();
    });
  });

  describe('what you did', () => {
    const list = (shown: OpenDashboard): Locator => paused(shown).locator('.interventions');

    it('is told newest first: what, when, who, from which status to which, and more of it', async () => {
      const shown = await open(fixtures.rewound);
      await unfold(paused(shown), 'Details');
      const entries = (await list(shown).locator('> li').allInnerTexts()).map((text) =>
        text.split(/\n+/),
      );
      assert.deepEqual(entries, [
        ['Rewind · 22:31', 'to after turn 2, 3 files', 'stays Paused · you in a VS Code window'],
        [
          'Resume · 21:35',
          'hint: The tests want banker’s rounding.',
          'Paused → Pending · you in a terminal',
        ],
        ['Retry · 21:35', 'Done → Pending · you'],
      ]);
    });

    it('is not there where nobody did anything, and comes with the first', async () => {
      const shown = await open(fixtures.paused);
      await unfold(paused(shown), 'Details');
      assert.equal(await list(shown).isVisible(), false);
      await shown.show(ready([{ ...pausedTask, history }]));
      await list(shown).getByText('to after turn 2, 3 files').waitFor();
    });

    it('shows a hostile hint as text', async () => {
      const evil = '<img src=x onerror="globalThis.pwned=1">';
      const [first] = history;
      const shown = await open(ready([{ ...pausedTask, history: [{ ...first!, detail: evil }] }]));
      await unfold(paused(shown), 'Details');
      await list(shown).getByText(evil).waitFor();
      assert.equal(await shown.page.locator('main img').count(), 0);
    });
  });

  it('shows commands and names in notices, refusals and answers as code', async () => {
    const notices = ['Nothing was cleaned up. `devs clean` still removes old turns.'];
    const shown = await open(ready([done], { notices }));
    const { page } = shown;
    const code = (place: Locator): Locator => place.locator('code');
    await code(page.getByRole('region', { name: 'Notices' }))
      .getByText('devs clean')
      .waitFor();
    await unfold(paused(shown), 'Details');
    await button(paused(shown), 'Changes of turn 1').click();
    await shown.refuse(await shown.nextRequest(), 'Set `steps: text` first.');
    await code(paused(shown).getByRole('alert')).getByText('steps: text').waitFor();
    await button(paused(shown), 'Changes of turn 1').click();
    await shown.answer(await shown.nextRequest(), 'Opened `src/cart.js`.');
    await code(page.locator('.note')).getByText('src/cart.js').waitFor();
    await page.getByRole('status').getByText('Opened src/cart.js.').waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /`/);
  });

  it('has the notices above the tasks, and they go when they are over', async () => {
    const shown = await open(fixtures.rewound);
    const notices = shown.page.getByRole('region', { name: 'Notices' });
    assert.equal(await notices.getByRole('listitem').count(), 2);
    await notices.getByText('devs.db was damaged').waitFor();
    await shown.page.getByRole('status').getByText('devs.db was damaged').waitFor();
    await shown.show(fixtures.paused);
    await notices.waitFor({ state: 'hidden' });
  });

  it('cuts nothing off at any width, all unfolded', async () => {
    const shown = await open(fixtures.rewound, { width: 200 });
    await shown.page.evaluate(
      `for (const each of document.querySelectorAll('details')) each.open = true`,
    );
    for (const width of [200, 250, 320, 900]) {
      await shown.page.setViewportSize({ width, height: 900 });
      const overflow = `document.documentElement.scrollWidth - innerWidth`;
      assert.equal(await shown.page.evaluate(overflow), 0, `${width} px`);
    }
  });
});
