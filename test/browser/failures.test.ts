import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { DashboardView } from '../../src/protocol/dashboardView';
import { fixtures } from '../unit/webview/fixtures';
import type { OpenDashboard } from '../unit/webview/harness';
import { oldReport, pausedTask, report } from '../unit/webview/pausedTask';
import { at, ready, task, turn, uncounted } from '../unit/webview/samples';
import { themes } from '../unit/webview/themes';
import { useDashboard } from './useDashboard';

describe('what the dashboard shows of failures', function () {
  this.timeout(60_000);
  const { open, card } = useDashboard({ why: true });
  const heights = ({ page }: OpenDashboard): Promise<unknown> =>
    page.evaluate(`[...document.querySelectorAll('[data-task="fix-rounding"] .bar')]
      .map((bar) => Number(bar.getAttribute('height')))`);

  describe('the picture of turns', () => {
    it('has a bar above each turn with counts, as high as the tests that fail, and gaps', async () => {
      const shown = await open(fixtures.paused);
      assert.deepEqual(await heights(shown), [12, 8, 8, 0, 8, 8, 16, 0, 8]);
    });

    it('puts each bar right above its turn, at any width', async () => {
      const shown = await open(fixtures.many);
      for (const width of [200, 320, 600]) {
        await shown.page.setViewportSize({ width, height: 900 });
        const off = await shown.page.evaluate(`Math.max(...[...document.querySelectorAll('.turn')]
          .filter((turn) => turn.querySelector('.failing').checkVisibility())
          .map((turn) => {
            const bar = turn.querySelector('.failing').getBoundingClientRect();
            const glyph = turn.querySelector('.glyph').getBoundingClientRect();
            const centre = (box) => box.left + box.width / 2;
            return Math.abs(centre(bar) - centre(glyph)) + (bar.bottom <= glyph.top ? 0 : 100);
          }))`);
        assert.ok(Number(off) < 1, `${String(off)} at ${width} px`);
        const overflow = `document.documentElement.scrollWidth - innerWidth`;
        assert.equal(await shown.page.evaluate(overflow), 0, `${width} px`);
      }
    });

    it('fits into a side bar of 200 px', async () => {
      const shown = await open(fixtures.paused, { width: 200 });
      for (const view of [fixtures.paused, fixtures.seesaw, fixtures.waiting]) {
        await shown.show(view);
        const overflow = `document.documentElement.scrollWidth - innerWidth`;
        assert.equal(await shown.page.evaluate(overflow), 0);
      }
    });

    it('marks the best turn and it alone, and equal failures with equal letters', async () => {
      const shown = await open(fixtures.seesaw);
      const strip = card(shown, 'fix-rounding').locator('.turns');
      const best = strip.locator('.turn:has([data-best])');
      assert.equal(await best.count(), 1);
      assert.match((await best.getAttribute('title')) ?? '', /^Turn 2: .*best so far/);
      assert.deepEqual(await strip.locator('.letter').allInnerTexts(), [
        'A',
        'B',
        'A',
        'B',
        'A',
        'B',
        'A',
      ]);
    });

    it('is there in words: all counts for the list, count and same failure for each turn', async () => {
      const shown = await open(fixtures.seesaw);
      const { page } = shown;
      const list = card(shown, 'fix-rounding').getByRole('list', { name: /^Turns of Fix/ });
      const id = (await list.getAttribute('aria-describedby')) ?? '';
      const words = await page.locator(`#${id}`).textContent();
      assert.equal(words, 'failing tests: 5, 4, 5, 4, 5, 4, 5');
      await list.getByRole('button').last().focus();
      await page.keyboard.press('ArrowLeft');
      await page
        .getByText(/^Turn 6: no progress, .*4 of 10 tests failing, same failure as turn 2 —/)
        .waitFor();
      await page.keyboard.press('Tab');
      await card(shown, 'fix-rounding')
        .getByText(
          'Failing tests: 5, best 4 in turn 2 · turns with the same letter failed in the same way',
        )
        .waitFor();
    });

    it('needs no more room where nothing is counted', async () => {
      const bare = task('bare', { status: 'in_progress', turns: [turn(1, { ...uncounted })] });
      const shown = await open(ready([bare]));
      const strip = card(shown, 'bare').locator('.turns');
      assert.equal(await strip.locator('.failing').isVisible(), false);
      assert.equal((await strip.boundingBox())?.height, 22);
      assert.equal(await card(shown, 'bare').locator('.turn-caption').isVisible(), false);
    });

    it('grows by a turn without moving the turns before it', async () => {
      const turns = [turn(1), turn(2)];
      const of = (all: typeof turns): DashboardView =>
        ready([task('a', { status: 'in_progress', turns: all })]);
      const shown = await open(of(turns));
      const first = card(shown, 'a').locator('.turn').first();
      const before = await first.boundingBox();
      await shown.show(of([...turns, turn(3, { failingTests: 9 })]));
      await card(shown, 'a').locator('.turn').nth(2).waitFor();
      assert.deepEqual(await first.boundingBox(), before);
    });

    for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
      it(`is painted in colours of the theme ${theme}`, async () => {
        const { page } = await open(fixtures.seesaw, { theme });
        const fill = `(at) => getComputedStyle(document.querySelector(at)).fill`;
        const bar = await page.evaluate(`(${fill})('.failing:not([data-best]) .bar')`);
        const best = await page.evaluate(`(${fill})('[data-best] .bar')`);
        assert.match(String(bar), /^rgb/);
        assert.notEqual(bar, 'rgb(0, 0, 0)');
        assert.notEqual(bar, best);
      });
    }
  });

  describe('the pause report', () => {
    const region = ({ page }: OpenDashboard): Locator =>
      page.getByRole('region', { name: 'Pause report' });

    it('says at its head what is stuck, in which turns, the best one and the advice', async () => {
      const shown = await open(fixtures.paused);
      const stuck = region(shown).locator('.stuck-at');
      const text = await stuck.innerText();
      assert.match(text, /^Stuck at\n+Assertion failed at src\/rounding\.js:14 in roundTo\n/);
      assert.match(text, /2\.67 !== 2\.68/);
      assert.match(text, /The same failure in turns 2, 3, 5, 6 and 9\./);
      assert.match(text, /2 tests fail: rounding keeps negative zero out, rounding rounds half/);
      assert.match(text, /Turn 2 was the best: 8 passed, 2 failed\./);
      assert.equal(await stuck.locator('.advice li').count(), report.advice.length);
      const order = await region(shown).locator('h4:visible').allInnerTexts();
      const heads = ['Stuck at', 'Advice', 'What was tried'];
      assert.deepEqual(order.slice(0, heads.length), heads);
    });

    it('shows the last error from the line that says what failed', async () => {
      const said = report.failure?.signature.exactMessage.split('\n')[0] ?? '';
      const stack = (count: number): string =>
        Array.from({ length: count }, (_, line) => `at frame ${line}`).join('\n');
      const lastError = `${stack(60)}\n${said}\n${stack(120)}`;
      const shown = await open(ready([{ ...pausedTask, report: { ...report, lastError } }]));
      const box = region(shown).getByRole('region', { name: 'Last error' });
      assert.deepEqual((await box.innerText()).split('\n').slice(0, 4), [
        '…',
        'at frame 59',
        said,
        'at frame 0',
      ]);
      await region(shown).getByRole('button', { name: 'Show all (181 lines)' }).click();
      assert.equal(await box.innerText(), lastError);
      await region(shown).getByRole('button', { name: 'Show less' }).click();
      assert.equal((await box.innerText()).split('\n').length, 14);
    });

    it('tells of each turn what it changed', async () => {
      const shown = await open(fixtures.paused);
      await region(shown).getByText('Turn by turn').first().click();
      const row = region(shown).getByRole('row', { name: /^7 / });
      assert.deepEqual((await row.locator('.turn-changes').innerText()).split('\n'), [
        '6 passed, 4 failed · a new failure',
        'changed src/rounding.js',
        'newly failing: invoice adds up, invoice is printed',
      ]);
      const last = region(shown).getByRole('row', { name: /^9 / });
      assert.match(await last.innerText(), /8 passed, 2 failed · same failure as turn 2/);
    });

    it('leaves out what an old report does not know', async () => {
      const shown = await open(ready([{ ...pausedTask, report: oldReport() }]));
      assert.equal(await region(shown).locator('.stuck-at').isVisible(), false);
      await region(shown).getByText('Turn by turn').first().click();
      assert.equal(await region(shown).getByText('changed no files').count(), 0);
      await region(shown).getByText('Paused: 3 strategies failed').waitFor();
    });

    it('shows hostile names as text', async () => {
      const evil = '<img src=x onerror="globalThis.pwned=1"><script>pwned=1</script>';
      const signature = { ...report.failure!.signature, exactMessage: evil, failingTests: [evil] };
      const hostile = {
        ...report,
        failure: {
          ...report.failure!,
          signature: { ...signature, location: { file: evil, function: evil } },
        },
        advice: [evil],
        turns: [{ ...report.turns[0]!, changedFiles: [evil], newlyFailing: [evil] }],
      };
      const shown = await open(ready([{ ...pausedTask, report: hostile }]));
      await region(shown).locator('.advice').getByText(evil).waitFor();
      assert.equal(await shown.page.locator('main img, main script').count(), 0);
      assert.equal(await shown.page.evaluate('typeof pwned'), 'undefined');
    });
  });

  describe('a task that waits', () => {
    it('says so, with the time left and the reason, second by second', async () => {
      const shown = await open(fixtures.waiting);
      const waiting = card(shown, 'fix-rounding');
      const line = waiting.locator('.status-line');
      assert.match(await line.innerText(), /^Waiting ?claude ?until 22:36, 3 min 30 s left$/);
      await waiting.getByText('rate limited: 429 Too Many Requests').waitFor();
      await shown.pass(10_000);
      assert.match(await line.innerText(), /until 22:36, 3 min 20 s left$/);
      await shown.pass(199_000);
      assert.match(await line.innerText(), /until 22:36, 1 s left$/);
      await shown.pass(1_000);
      assert.match(await line.innerText(), /any moment now$/);
    });

    it('is at work again when the wait is over', async () => {
      const shown = await open(fixtures.waiting);
      const running = turn(3, {
        ...uncounted,
        at: at(62),
        outcome: 'running',
        durationMs: undefined,
      });
      await shown.show(
        ready([task('fix-rounding', { status: 'in_progress', turns: [turn(1), running] })], {
          run: 'RUNNING',
        }),
      );
      const line = card(shown, 'fix-rounding').locator('.status-line');
      await line.getByText('turn 3').waitFor();
      assert.equal(await line.innerText(), 'Runningclaudeturn 31 min');
    });
  });

  it('a long remedy can be read to its end, and the buttons stay near', async () => {
    const shown = await open(fixtures.waiting, { width: 200 });
    const reason = card(shown, 'publish-the-package').locator('.reason');
    assert.match(await reason.innerText(), /\n\nLog in with npm login,/);
    assert.deepEqual(await reason.locator('code').allInnerTexts(), ['npm login']);
    const box = await reason.boundingBox();
    assert.ok((box?.height ?? 0) < 480, `${box?.height} px`);
    const shownAll = card(shown, 'publish-the-package').getByRole('button', { name: 'Show all' });
    await shownAll.click();
    assert.match(await reason.innerText(), /(authentication required.*){6}/s);
    await card(shown, 'publish-the-package').getByRole('button', { name: 'Show less' }).click();
    assert.equal((await reason.boundingBox())?.height, box?.height);
  });
});
