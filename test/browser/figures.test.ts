import assert from 'node:assert/strict';
import { metricsText } from '../../src/cli/render/metricsText';
import { PLAIN } from '../../src/cli/terminal/style';
import { asked } from '../unit/webview/harness';
import { fixtures } from '../unit/webview/fixtures';
import { metrics, noMetrics } from '../unit/webview/figureSamples';
import { themes } from '../unit/webview/themes';
import { until, useDashboard } from './useDashboard';

type Opened = Awaited<ReturnType<ReturnType<typeof useDashboard>['open']>>;

/** Colours of a canvas that cover some of it, as "r,g,b". */
const PAINTED = `(canvas) => {
  const { width, height } = canvas;
  const data = canvas.getContext('2d').getImageData(0, 0, width, height).data;
  const counts = new Map();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue;
    const colour = data.slice(at, at + 3).join(',');
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 60).map(([colour]) => colour);
}`;

describe('the figures in the dashboard', function () {
  this.timeout(60_000);
  const { open } = useDashboard();
  const show = async (shown: Opened): Promise<void> => {
    await shown.page.getByRole('button', { name: 'Metrics' }).click();
    await shown.page.getByRole('region', { name: 'Metrics' }).first().waitFor();
  };
  const agents = `(${PAINTED})(document.querySelectorAll('.chart canvas')[2])`;

  it('are asked for and their charts loaded only when they are wanted', async () => {
    const shown = await open(fixtures.idle, { metrics });
    // Not before: a request that was made already is none to wait for.
    assert.deepEqual(shown.requests.map(asked), [['ready', {}]]);
    const charts = shown.page.waitForRequest(/\/plot-/);
    await show(shown);
    await shown.page.locator('.chart canvas').first().waitFor();
    assert.deepEqual(shown.requests.map(asked).at(-1), ['metrics', {}]);
    await charts;
  });

  it('are drawn where the environment gives the browser a language that is none', async () => {
    const shown = await open(fixtures.idle, { metrics });
    const posix = `Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })`;
    await shown.page.evaluate(posix);
    await show(shown);
    await shown.page.locator('.chart canvas').first().waitFor();
  });

  it('come for the command too, shown already or not', async () => {
    const shown = await open(fixtures.idle, { metrics });
    for (let times = 0; times < 2; times++) {
      await shown.post({ type: 'metrics' });
      await shown.page.locator('.chart canvas').first().waitFor();
      assert.equal(await shown.page.locator('.tasks').isVisible(), false);
    }
  });

  it('stand in place of the tasks, and give way to them again', async () => {
    const shown = await open(fixtures.idle, { metrics });
    const tasks = shown.page.locator('.tasks');
    await show(shown);
    assert.equal(await tasks.isVisible(), false);
    const button = shown.page.locator('[data-action="figures"]');
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await shown.page.reload();
    await shown.page.locator('.chart canvas').first().waitFor();
    await button.click();
    assert.equal(await tasks.isVisible(), true);
    assert.equal(await shown.page.locator('.figures').isVisible(), false);
  });

  it('say what each main figure is and means', async () => {
    const shown = await open(fixtures.idle, { metrics });
    await show(shown);
    const tiles = shown.page.locator('.tile');
    // They are loaded when they are first shown.
    await tiles.first().waitFor();
    const texts = (await tiles.allInnerTexts()).map((text) => text.split(/\n+/).join(' | '));
    assert.deepEqual(texts.slice(0, 3), [
      'Loop rate | 28 % | 11 of 40 tasks looped.',
      'Pause rate | 20 % | Pauses of a task and questions to you because of a loop: 9.',
      'Lost turns | 96 turns | Turns that made no progress after Devs had found a loop, out of 410 turns in all. They took 2 h 1 min.',
    ]);
    await shown.page.getByText('From 1 Nov to 21 Nov (UTC)').waitFor();
    await shown.page.getByText('same failure 18, same state 9, no progress repeat 4').waitFor();
  });

  it('have the names that devs metrics prints, each part of them', async () => {
    const shown = await open(fixtures.idle, { metrics });
    await show(shown);
    await shown.page.getByText('As tables').click();
    await shown.page.locator('.chart canvas').first().waitFor();
    const region = shown.page.getByRole('region', { name: 'Metrics' }).first();
    const texts = (selector: string): Promise<string[]> => region.locator(selector).allInnerTexts();
    const printed = metricsText(metrics, { style: PLAIN, bars: false });
    const terminal = new Set(
      printed.split('\n').flatMap((line) => line.trim().toLowerCase().split(/ {2,}/)),
    );
    const names = [
      ...(await texts('dt')),
      ...(await texts('.chart-key li')),
      ...(await texts('caption')),
    ];
    const unknown = names.filter((name) => !terminal.has(name.trim().toLowerCase()));
    assert.deepEqual(unknown, []);
    const screen = (await region.innerText()).toLowerCase();
    const heads = printed.split('\n').filter((line) => /^\s+[A-Z ()]{10,}$/.test(line));
    const columns = heads.flatMap((line) => line.trim().toLowerCase().split(/ {2,}/));
    assert.deepEqual(
      columns.filter((name) => !screen.includes(name)),
      [],
    );
  });

  it('have the same in tables', async () => {
    const shown = await open(fixtures.idle, { metrics });
    await show(shown);
    await shown.page.getByText('As tables').click();
    const agents = shown.page.getByRole('table', { name: 'Metrics by agent' });
    assert.match(await agents.getByRole('row', { name: /^codex/ }).innerText(), /50 %\s+11/);
    const days = shown.page.getByRole('table', { name: 'Metrics by day (UTC)' }).getByRole('row');
    assert.equal(await days.count(), 12 + 1);
    await shown.page
      .getByRole('button', { name: `Show all (${metrics.days.length} days)` })
      .click();
    assert.equal(await days.count(), metrics.days.length + 1);
    assert.match(await days.nth(1).innerText(), /^21 Nov/);
  });

  it('tell what a chart shows to those who do not see it', async () => {
    const shown = await open(fixtures.idle, { metrics });
    await show(shown);
    await shown.page.getByRole('img', { name: 'Loops by agent. codex: loops 11' }).waitFor();
  });

  it('say when there will be some', async () => {
    const shown = await open(fixtures.idle, { metrics: noMetrics });
    await show(shown);
    await shown.page.getByText('no agent has worked on a task').waitFor();
    assert.equal(await shown.page.locator('.tile:visible, canvas').count(), 0);
  });

  it('are never those of the folder that was shown before', async () => {
    const shown = await open(fixtures.idle, { metrics });
    await show(shown);
    await shown.page.locator('.tile').first().waitFor();
    const view = { ...fixtures.idle, folder: 'another' };
    const message = { type: 'view', snapshot: { revision: 9, view } };
    const stillShown = await shown.page.evaluate(`
      dispatchEvent(new MessageEvent('message', { data: ${JSON.stringify(message)} }));
      document.querySelector('.tile').checkVisibility();`);
    assert.equal(stillShown, false);
    await shown.page.locator('.tile').first().waitFor();
    assert.deepEqual(shown.requests.map(asked).slice(1), [
      ['metrics', {}],
      ['metrics', {}],
    ]);
  });

  it('say why there are none', async () => {
    const shown = await open(fixtures.idle);
    await show(shown);
    await shown.page.getByRole('alert').getByText('There are no figures here.').waitFor();
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`are painted in colours of the theme ${theme}, which may change`, async () => {
      const shown = await open(fixtures.idle, { metrics, theme });
      await show(shown);
      await shown.page.locator('.chart canvas').nth(2).waitFor();
      const purple = await shown.page.evaluate<string[]>(agents);
      const colour = `((at) => getComputedStyle(document.querySelector(at)).backgroundColor)('.chart:nth-child(3) .swatch')`;
      const wanted = String(await shown.page.evaluate(colour)).replace(/[^\d,]/g, '');
      assert.ok(purple.includes(wanted), `${purple.join(' ')} without ${wanted}`);
      await shown.page.evaluate(
        `document.documentElement.style.setProperty('--vscode-charts-purple', 'rgb(1, 2, 3)')`,
      );
      await until(shown, `${agents}.includes('1,2,3')`);
    });
  }

  it('follow the width of the panel', async () => {
    const shown = await open(fixtures.idle, { metrics });
    await show(shown);
    await shown.page.locator('.chart canvas').first().waitFor();
    for (const width of [200, 700, 320]) {
      await shown.page.setViewportSize({ width, height: 900 });
      await until(
        shown,
        `(() => {
        const place = document.querySelector('.chart-place');
        return Math.abs(place.querySelector('.uplot').offsetWidth - place.clientWidth) < 1;
      })()`,
      );
      const overflow = `document.documentElement.scrollWidth - innerWidth`;
      assert.equal(await shown.page.evaluate(overflow), 0, `${width} px`);
    }
  });
});
